// SPDX-License-Identifier: MIT
// The published form of a lesson: lesson.schema.json with the names of the views.
import { VIEWS } from '../views/registry.data.js';
import schema from './lesson.schema.json' with { type: 'json' };

Object.assign(schema.definitions.action.properties.open, { enum: VIEWS });

export default schema;
