// SPDX-License-Identifier: MIT
// German: a text that is memorised, and copies of it in what the model writes.

/** @type {typeof import('../en/memorization.js').default} */
export default {
  texts: { own: 'den Text', other: 'seinen Text' },
  memorized: (text) => `Es hat ${text} auswendig gelernt.`,
  wrong: 'Bei neuen Zeilen irrt es selbstsicher.',
  memorizing: (text) => `Es lernt ${text} gerade auswendig.`,
  losses: (x) =>
    `Verlust in Nats: Training ${x.train}, Validierung ${x.val}, zufälliges Raten ${x.uniform}.`,
  advice: (n) =>
    `Zum Lernen statt Aufsagen: mehr Text (ab etwa ${n} Zeichen) oder ein kleineres Modell.`,
  see: (step) => `Schritt ${step} ansehen`,
  copied: (share) => `${share} kopiert`,
  copies: 'Unterstrichen: aus dem Text kopiert, 15 oder mehr Zeichen in Folge.',
};
