// SPDX-License-Identifier: MIT
// English sentence about the battery.

export default {
  low: 'The battery is low: pictures change once a second. Training goes on as before.',
};
