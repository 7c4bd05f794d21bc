// SPDX-License-Identifier: MIT
// German: what a model computes for one token, and what its weights hold.

/** @type {typeof import('../en/inspection.js').default} */
export default {
  lens: {
    title: 'Logit-Lens: die Vorhersage nach jeder Schicht',
    parts: {
      embedding: () => 'dem Embedding',
      attention: (l) => `Attention ${l}`,
      cross: (l) => `Cross-Attention ${l}`,
      mlp: (l) => `Schicht ${l}`,
    },
    columns: ([unit]) => ['nach', 'erste Vorhersage', `richtiges ${unit}`, 'Rang'],
    rank: (r, name) => `${r} nach ${name}`,
    claim: (x) => `Das richtige ${x.unit} „${x.c}“ hat Rang ${x.ranks}; ${x.end}.`,
    first: (name) => `Rang 1 ab ${name}`,
    never: ([unit]) => `die letzte Vorhersage ist ein anderes ${unit}`,
    noTruth: ([unit]) =>
      `Die Zeile endet hier, es gibt also kein richtiges nächstes ${unit}, dessen Rang sich angeben ließe.`,
    all: ([, units]) => `Alle ${units} der Zeile`,
    table: 'Vorhersage nach jeder Schicht',
    look: ([unit]) =>
      `Worauf zu achten ist: die Schicht, nach der das richtige ${unit} Rang 1 erreicht. Zelle: die erste Vorhersage; Tönung: die Wahrscheinlichkeit für das richtige ${unit}; kleine Zahl: sein Rang.`,
    early: (names) =>
      `Nach ${names} liegt der Verlust auf dieser Zeile über dem Wert für zufälliges Raten: Die Ausgabeschicht kann den Residual-Stream noch nicht lesen.`,
    unsure:
      'Auf dieser Zeile sind selbst die letzten Vorhersagen schlechter als zufälliges Raten.',
    noLabel:
      'Dieses Modell vergibt ein Label für jedes Wort; Ränge werden bei Modellen gezeigt, die einen Text fortsetzen.',
  },

  attribution: {
    title: 'Direkte Logit-Attribution',
    parts: {
      token: () => 'Token-Embedding',
      position: () => 'Positions-Embedding',
      head: (n) => `Head ${n}`,
      mlp: (n) => `MLP ${n}`,
      biases: () => 'Biases',
      others: () => 'alle anderen Heads',
    },
    columns: { part: 'Komponente', share: 'Beitrag zum Logit' },
    claim: (x) =>
      `Bei „${x.from}“ ist der größte Teil des Logits von „${x.answer}“${x.rival ? ` minus dessen von „${x.rival}“` : ''} ${x.top} (${x.share})${x.second ? `, dann ${x.second} (${x.next})` : ''}.`,
    against: 'Differenz zum zweiten',
    sum: (a, b) => `Summe ${a} = Logit ${b}`,
    beforeCap: ', vor dem Soft Cap',
    look: 'Worauf zu achten ist: Balken nach rechts heben das Logit, Balken nach links senken es. Ihre Summe ist genau das Logit. Einen Head auswählen, um ihn zu sehen.',
  },

  forwardPass: {
    title: ([unit]) => `Forward-Pass für ein ${unit}`,
    where: (head, s) => `Head ${head}, Schritt ${s}`,
    update: 'Auf den jetzigen Schritt bringen',
    back: 'Zurück',
    forward: 'Weiter',
    look: 'Worauf zu achten ist: Jede Zahl wird aus der vorigen Karte berechnet. Leertaste oder → geht weiter, Rücktaste oder ← geht zurück.',
    cards: [
      'Embedding', 'Normalisieren', 'Query und Key', 'Skalarprodukt', 'Durch √d teilen', 'Softmax',
      'Values mischen', 'MLP und Vorhersage',
    ], // oxfmt-ignore
    numbers: 'Die Zahlen dieser Karte',
    more: (n) => `… und ${n} weitere`,
  },

  origin: {
    title: 'Woher kommt diese Zahl?',
    back: 'Weg zu dieser Zahl',
    close: 'Schließen',
    from: 'Diese Zahl zurückverfolgen',
    computation: 'Wie sie berechnet wird',
    place: (name, c, n) =>
      c ? `${name} von „${c}“, Position ${n}` : `${name}, Position ${n}`,
    claim: (name, x, s) => `${name} ist ${x} bei Schritt ${s}.`,
    ops: {
      linear:
        'Lineare Schicht: jede Eingabe mal ihr Gewicht, aufsummiert, dazu der Bias und die Residualverbindung, wo es sie gibt.',
      norm: 'Normalisierung: die Eingabe minus Mittelwert, geteilt durch die Standardabweichung, mal Gain, plus Bias.',
      embed: 'Embedding: ein Gewicht für das Token, dazu eines für die Position.',
      attention:
        'Attention: derselbe Eintrag jedes Value-Vektors, mal dessen Attention-Gewicht.',
      attention_simple:
        'Attention: derselbe Eintrag jedes Value-Vektors, mal dessen Attention-Gewicht.',
      average: 'Mittelwert dieses Eintrags über alle bisherigen Positionen.',
      head_norm:
        'Query-Key-Normalisierung: geteilt durch das quadratische Mittel seines Heads.',
      soft_cap: 'Soft Cap c · tanh(z / c) des Logits z davor.',
      multiply: 'Produkt des Gates und einer verborgenen Einheit.',
      rotary: 'Rotary-Position: ein Paar von Einträgen, um einen Winkel gedreht.',
      concat: 'Unverändert aus einem Head kopiert.',
      add: 'Summe zweier Einträge des Residual-Streams.',
    },
    columns: ['Eingabe', 'Wert', 'mal', 'ergibt'],
    rest: (n) => `${n} weitere`,
    character: 'Gewicht des Token-Embeddings',
    position: 'Gewicht des Positions-Embeddings',
    constant: (x) => `Konstante: ${x}.`,
    sum: (x) => `Summe: ${x}.`,
    activated: (a, b) => `Aktivierungsfunktion: Aus ${a} wird ${b}.`,
    residual: (x, y) => `Plus Residualverbindung, ${x}: ${y}.`,
  },

  embeddings: {
    title: 'Embeddings',
    place: 'Position im Kontext',
    maps: { character: 'Buchstabenkarte (PCA)', token: 'Tokenkarte (PCA)' },
    tabs: [
      'Ähnlichkeit der Positionen',
      'QK-Circuit: wer auf wen achtet',
      'OV-Circuit: was er hebt',
    ],
    claim: (x) =>
      `Bei Schritt ${x.step} ist der nächste Nachbar auf der Karte bei ${x.found} der ${x.n} bekannten Zeichen aus derselben Klasse (bei Zufall etwa ${x.chance}).`,
    tokens: (step, n) => `Bei Schritt ${step}: eine Karte von ${n} Tokens.`,
    variance: (share) =>
      `Die ersten beiden Komponenten enthalten ${share} der Varianz.`,
    near: (c, kind, list) =>
      `„${c}“${kind && ` (${kind})`}: auf der Karte am nächsten ${list}`,
    kinds: {
      vowel: 'Vokal',
      consonant: 'Konsonant',
      digit: 'Ziffer',
      space: 'Leerzeichen',
      newline: 'Zeilenumbruch',
      punctuation: 'Satzzeichen',
      other: 'anderes',
    },
    look: ([unit, units]) =>
      `Worauf zu achten ist: ${units} mit gleicher Funktion rücken zusammen. Linien zeigen die letzten fünf Positionen. Ein ${unit} wird per Klick oder mit Pfeiltasten und Enter ausgewählt.`,
    shapes:
      'Kreis: Vokal. Quadrat: Konsonant. Raute: Ziffer. Dreieck: Satzzeichen. Umgekehrtes Dreieck: Leerzeichen oder Zeilenumbruch. Sechseck: anderes.',
    png: 'Als PNG speichern',
    columns: ['Klasse', 'Komponente 1', 'Komponente 2'],
    rowData: (name) => `Zeile von „${name}“: größte und kleinste`,
    scale: (a, b) => `Orange: bis ${a}. Blau: bis ${b}.`,
    placeClaim: (x) =>
      `Position ${x.place} ist Position ${x.other} am ähnlichsten (Kosinus ${x.value}). Der mittlere Kosinus von Nachbarn ist ${x.near}${x.far && `, der von Positionen im Abstand ${x.by} ist ${x.far}`}.`,
    placeLook: {
      learned:
        'Worauf zu achten ist: Während das Modell lernt, erscheint ein Band entlang der Diagonale: Benachbarte Positionen erhalten ähnliche Embeddings.',
      sinusoidal:
        'Das sind Sinuswellen einer Formel; kein Training hat sie erzeugt oder verändert. Gleiche Abstände sind überall gleich ähnlich.',
    },
    curves: (x) => `Werte der Spalten ${x.columns}, nach Position`,
    curvesLook: {
      learned: 'Trainiert wie jedes andere Gewicht, ausgehend von Zufallszahlen.',
      sinusoidal:
        'Spalten kommen in Paaren: Sinus und Kosinus von Position / 10000^(2i/C) für das Paar i. Spätere Paare drehen sich langsamer.',
    },
    placeCell: (a, b, x) => `Position ${a} und Position ${b}: Kosinus ${x}`,
    qk: {
      label: (head) => `QK-Circuit von Head ${head}: wer auf wen achtet`,
      claim: (x) =>
        `Bei Schritt ${x.step}, Head ${x.head}, allein nach Inhalt, ohne Positionen: Der Score ist am höchsten von „${x.a}“ auf „${x.b}“ (${x.value}), am niedrigsten von „${x.c}“ auf „${x.d}“ (${x.low}).`,
      cell: (a, b, x) => `Query „${a}“, Key „${b}“: ${x}`,
      look: () =>
        'Worauf zu achten ist: Spalten, die alle Zeilen bevorzugen. Zeilen sind Queries, Spalten sind Keys.',
    },
    ov: {
      label: (head) => `OV-Circuit von Head ${head}: was er hebt`,
      claim: (x) =>
        `Bei Schritt ${x.step}, Head ${x.head}: Der höchste Eintrag ist „${x.a}“ für das Logit von „${x.b}“ (${x.value}), der niedrigste „${x.c}“ für das von „${x.d}“ (${x.low}).`,
      cell: (a, b, x) => `auf „${a}“ zu achten ändert das Logit von „${b}“ um ${x}`,
      look: ([, units]) =>
        `Worauf zu achten ist: Eine blaue Diagonale bedeutet Kopieren. Zeilen sind die beachteten ${units}, Spalten die Logits, die steigen oder sinken.`,
    },
    noCircuit: (step, head) =>
      `Bei Schritt ${step}, Head ${head}: Kein Eintrag ist größer als 0,005.`,
    copying: (x, chance, does) =>
      `Copying-Score ${x}, zufällige Gewichte bis ±${chance}: ${{ raises: 'Der Head hebt tendenziell das Logit dessen, worauf er achtet', lowers: 'Der Head senkt tendenziell das Logit dessen, worauf er achtet', neither: 'nicht mehr, als zufällige Gewichte tun' }[does]}.`,
    dropped:
      'Weggelassen: die Skalierung der Normalisierungen, alle Biases und die Positionen; die Gains sind enthalten. Das ist der direkte Weg vom Embedding zur Ausgabe, nicht alles, was der Head tut.',
  },
};
