// SPDX-License-Identifier: MIT
// German: a step to go to, and a second run with another learning rate.

/** @type {typeof import('../en/run-tools.js').default} */
export default {
  step: {
    label: 'Das Modell zeigen bei Schritt',
    range: (last) =>
      `Eine ganze Zahl von 0 bis ${last} eingeben, dem jetzigen Schritt dieses Laufs.`,
    nearest: (asked, shown) =>
      `Die Gewichte von Schritt ${asked} wurden nicht aufbewahrt. Gezeigt: Schritt ${shown}, der nächstgelegene.`,
    ahead: (now) => `Dieser Lauf ist bei Schritt ${now}.`,
    trainTo: (asked) => `Bis Schritt ${asked} trainieren`,
    trainAgain: (asked) => `Noch einmal bis Schritt ${asked} trainieren`,
  },
  rate: {
    title: 'Andere Lernrate',
    first: 'Zuerst einen Lauf trainieren; dann kann ihm hier ein zweiter folgen.',
    look: (rate, step) =>
      `Die Lernrate dieses Laufs ist ${rate}. Ein zweiter Lauf mit gleichem Text, gleichem Seed und gleichen Einstellungen trainiert bis zum gleichen Schritt, ${step}, alle seine Lernraten mal:`,
    times: (n) => `× ${n}`,
    by: (n) => `÷ ${n}`,
    train: (rate) => `Mit Lernrate ${rate} trainieren`,
  },
};
