// SPDX-License-Identifier: MIT
// Spanish: fine-tuning.
import { counted } from '../phrases.js';

/** @type {typeof import('../en/fine-tune.js').default} */
export default {
  title: 'Ajustar con mi texto (fine-tuning)',
  look: 'Una nueva ejecución parte de los pesos del modelo en uso y los entrena con otro texto. LoRA entrena solo cambios de rango bajo de consultas y valores; los demás pesos quedan como están.',
  text: 'Texto para el ajuste',
  inUse: 'Pega un texto. Vacío: el texto en uso.',
  trained: 'Qué se entrena',
  all: 'todos los pesos',
  lora: (rank) => `LoRA, rango ${rank}`,
  start: 'Ajustar',
  before: 'antes',
  after: (step) => `tras ${counted(step, 'paso', 'pasos')}`,
  loss: 'Pérdida en el texto de validación',
  earlier: 'Pérdida en las últimas líneas del texto que se usaba antes',
  parameters: (trained, all) => `Se entrenan ${trained} de ${all} parámetros.`,
  compare: 'Comparar antes y después',
  head: (name) => `Pesos de atención de la cabeza ${name}`,
  back: (step) => `Volver al original (paso ${step})`,
  saveAdapter: 'Guardar solo el adaptador',
  saveMerged: 'Guardar como modelo completo',
};
