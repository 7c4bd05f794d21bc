// SPDX-License-Identifier: MIT
// Spanish: the screen around the stage.
import { tabs } from './tabs.data.js';

/** @type {typeof import('../en/screen.js').default} */
export default {
  screen: {
    label: 'Secciones',
    places: {
      stage: 'Escenario',
      write: 'Escribir',
      learn: 'Aprender',
      lab: 'Laboratorio',
    },
    closer: 'Más de cerca',
    tabs,
    headsOff: (/** @type {string} */ names) =>
      `Apagadas: ${names}. Todo lo de aquí se calcula con estas cabezas apagadas.`,
    close: 'Cerrar',
    skip: 'Ir al modelo',
    textAndModel: 'Texto y modelo',
    lossAndSamples: 'Pérdida y muestras',
    train: 'Entrenar',
    goOn: 'Reanudar',
    loading: 'Cargando',
    step: (n) => `paso ${n}`,
    untrained: 'pesos al azar: todavía no sabe nada',
    loaded: (name) => `${name || 'Modelo importado'}. Entrenar lo continúa.`,
    pretrained: 'Preentrenado. Entrenar crea otro.',
    shelved: (step) => `Entrenamiento anterior: paso ${step}`,
    stored: (step) => `Entrenamiento guardado: paso ${step}`,
    restore: 'Recuperar',
    discard: 'Descartar',
    goOnStored: 'Continuar',
    copyLink: 'Copiar enlace',
    copied: 'Enlace copiado',
    whole: 'Abrir la página completa',
  },
};
