// SPDX-License-Identifier: MIT
import { defineView } from '../define-view.js';

export default defineView({
  name: 'calibration',
  places: { lab: { order: 45 } },
  about: ['model'],
  queries: ['calibration:windows'],
  code: ['predict'],
  words: {
    en: {
      tab: 'Calibration',
      title: 'Calibration: is a probability of 30% right in 30% of cases?',
      help: 'The most probable token at each position of a text the model was not trained on: the probability the model gives it, beside how often it is what comes.',
      sentences: {
        claim:
          'At step {step}, over {n} predictions on {text}: the most probable {unit} has a probability of {confidence} on average and is right in {right} of them. {verdict}',
        heldOut: 'the validation text',
        other:
          'the text of the page, which this model was not trained on as far as is known',
        over: 'The model is overconfident.',
        under: 'The model is underconfident.',
        even: 'The difference is less than twice its standard error.',
        error:
          'Expected calibration error: {error}, the mean distance of the ten bins from the diagonal, weighted by their predictions.',
        look: 'What to look for: points on the grey diagonal mean that probabilities can be taken as they are. Below it the model is overconfident, as it becomes when it memorises its text. Bins with few predictions say little.',
        unknown:
          'There is no text here that this model can read and was not trained on.',
        short:
          'Each prediction is compared with the next token of its window, and a window has as many characters as the context length: {n}. None here holds two tokens that this model can read.',
        probability: 'probability, %',
        share: 'share right',
        bin: 'bin',
        predictions: 'predictions',
        mean: 'mean probability',
      },
    },
    es: {
      tab: 'Calibración',
      title: 'Calibración: ¿acierta en el 30 % de los casos una probabilidad del 30 %?',
      help: 'El token más probable en cada posición de un texto con el que el modelo no se entrenó: la probabilidad que le da el modelo, junto a la frecuencia con la que es el que viene.',
      sentences: {
        claim:
          'En el paso {step}, en {n} predicciones {text}: para el {unit} más probable la probabilidad media es {confidence} y los aciertos son {right}. {verdict}',
        heldOut: 'del texto de validación',
        other:
          'del texto de la página, con el que, que se sepa, este modelo no se entrenó',
        over: 'El modelo tiene exceso de confianza.',
        under: 'Al modelo le falta confianza.',
        even: 'La diferencia es menor que el doble de su error estándar.',
        error:
          'Error de calibración esperado: {error}, la distancia media de los diez intervalos a la diagonal, ponderada por sus predicciones.',
        look: 'En qué fijarse: los puntos en la diagonal gris indican que las probabilidades pueden tomarse tal cual. Por debajo hay exceso de confianza, como cuando el modelo memoriza su texto. Los intervalos con pocas predicciones dicen poco.',
        unknown:
          'Aquí no hay ningún texto que este modelo pueda leer y con el que no se haya entrenado.',
        short:
          'Cada predicción se compara con el token siguiente de su ventana, y una ventana tiene tantos caracteres como la longitud de contexto: {n}. Ninguna contiene aquí dos tokens que este modelo pueda leer.',
        probability: 'probabilidad, %',
        share: 'proporción de aciertos',
        bin: 'intervalo',
        predictions: 'predicciones',
        mean: 'probabilidad media',
      },
    },
  },
});
