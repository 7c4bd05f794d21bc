// SPDX-License-Identifier: MIT
// German: the words of the experiments and assignments of the page, by the English ones.

/** @type {Record<string, string>} */
export default {
  // Experiments
  'Batch size at equal tokens': 'Batch-Größe bei gleich vielen Tokens',
  'Of the same number of tokens, are few large batches better than many small ones?':
    'Sind bei gleicher Zahl von Tokens wenige große Batches besser als viele kleine?',
  'Small batches take more steps, and here a step is worth more than a cleaner gradient. A large batch pays where it is computed at the same time, on many processors.':
    'Kleine Batches tun mehr Schritte, und hier ist ein Schritt mehr wert als ein genauerer Gradient. Ein großer Batch lohnt sich, wo er gleichzeitig berechnet wird, auf vielen Prozessoren.',
  'sequences in a batch': 'Sequenzen in einem Batch',
  'The order of the digits': 'Die Reihenfolge der Ziffern',
  'A carry goes from the last digit to the first. Are sums easier to learn when they are written in that order?':
    'Ein Übertrag geht von der letzten Ziffer zur ersten. Sind Summen leichter zu lernen, wenn sie in dieser Reihenfolge geschrieben werden?',
  'Test the plausible story. A carry does go backwards, but here the usual order is learned no later; with three times the steps both orders know every sum.':
    'Die einleuchtende Erklärung ist zu prüfen. Ein Übertrag geht zwar rückwärts, aber hier wird die übliche Reihenfolge nicht später gelernt; mit dreimal so vielen Schritten beherrschen beide Reihenfolgen jede Summe.',
  'digits of the sum': 'Ziffern der Summe',
  'as usual': 'wie üblich',
  backwards: 'rückwärts',
  Grokking: 'Grokking',
  'A model learns to add modulo 59 from 40 % of all sums. When does it know the others, with weight decay and without?':
    'Ein Modell lernt aus 40 % aller Summen, modulo 59 zu addieren. Wann beherrscht es die übrigen, mit Weight Decay und ohne?',
  'Memorising comes first: the training loss is near zero some hundred steps before the held-out loss is, and without weight decay the held-out loss stays high. Weight decay makes the large weights of memorising costly, and the rule, which needs smaller ones, wins (Power et al. 2022).':
    'Das Auswendiglernen kommt zuerst: Der Trainingsverlust ist einige hundert Schritte früher nahe null als der Validierungsverlust, und ohne Weight Decay bleibt der Validierungsverlust hoch. Weight Decay macht die großen Gewichte des Auswendiglernens teuer, und die Regel, die kleinere braucht, gewinnt (Power et al. 2022).',
  'weight decay': 'Weight Decay',
  'How many layers?': 'Wie viele Schichten?',
  'To close brackets, is it layers or heads that one layer with one head lacks?':
    'Was fehlt einer Schicht mit einem Head, um Klammern zu schließen: Schichten oder Heads?',
  'More heads help one layer, a second layer helps more: it can use what the first has found. One layer is not a small version of two.':
    'Mehr Heads helfen einer Schicht, eine zweite Schicht hilft mehr: Sie kann nutzen, was die erste gefunden hat. Eine Schicht ist keine kleine Ausgabe von zweien.',
  'layers × heads': 'Schichten × Heads',
  'The mask, and cheating': 'Die Maske und das Schummeln',
  'What is the held-out loss of a decoder that may look at the characters it has to guess?':
    'Wie groß ist der Validierungsverlust eines Decoders, der die Zeichen sehen darf, die er vorhersagen soll?',
  'A loss that is too good is a leak. Without its mask the model reads the next character instead of guessing it, and cannot write: there, nothing comes next. Held-out text does not show it, as the leak is there too.':
    'Ein zu guter Verlust ist ein Leck. Ohne seine Maske liest das Modell das nächste Zeichen, statt es vorherzusagen, und kann nicht schreiben: Dort folgt nichts. Der zurückgehaltene Text zeigt es nicht, denn auch dort ist das Leck.',
  attention: 'Attention',
  'to what came before': 'auf das Bisherige',
  'to everything': 'auf alles',
  'The parts of a block': 'Die Bestandteile eines Blocks',
  'Which part of a block makes a difference, and does the answer hold at another initial size?':
    'Welcher Bestandteil eines Blocks macht einen Unterschied, und gilt die Antwort auch bei anderer anfänglicher Größe?',
  'The order changes with the initial size: a part is better only at its own best settings, and beyond the spread of the seeds.':
    'Die Rangfolge ändert sich mit der anfänglichen Größe: Ein Bestandteil ist nur bei seinen eigenen besten Einstellungen besser, und nur jenseits der Streuung der Seeds.',
  block: 'Block',
  'as in GPT-2': 'wie in GPT-2',
  'norm after': 'Norm danach',
  'no norm': 'keine Norm',
  'no positions': 'keine Positionen',
  rotary: 'Rotary',
  'standard deviation of the initial weights':
    'Standardabweichung der anfänglichen Gewichte',
  'Learning rate': 'Lernrate',
  'At which learning rate is the held-out loss lowest after 300 steps, with AdamW and with Muon?':
    'Bei welcher Lernrate ist der Validierungsverlust nach 300 Schritten am kleinsten, mit AdamW und mit Muon?',
  'Too small a rate has not arrived yet, too large a one overshoots. Compare optimizers each at its best rate, and only beyond the spread of the seeds.':
    'Eine zu kleine Lernrate ist noch nicht angekommen, eine zu große schießt über das Ziel hinaus. Optimierer sind jeweils bei ihrer besten Lernrate zu vergleichen, und nur jenseits der Streuung der Seeds.',
  'learning rate': 'Lernrate',
  optimizer: 'Optimierer',

  // Assignments
  'The smallest decoder': 'Der kleinste Decoder',
  'A decoder of 37 parameters learns two questions in 60 steps. Your ID decides its first weights, so your numbers are your own.':
    'Ein Decoder mit 37 Parametern lernt in 60 Schritten zwei Fragen. Die Kennung bestimmt seine anfänglichen Gewichte, zu jeder Kennung gehören also eigene Zahlen.',
  'Loss after training': 'Verlust nach dem Training',
  'How many of the two questions will it answer after 60 steps?':
    'Wie viele der beiden Fragen wird er nach 60 Schritten beantworten?',
  'Compare its loss with that of random guessing among its five words.':
    'Seinen Verlust mit dem des zufälligen Ratens unter seinen fünf Wörtern vergleichen.',
  'It is less than a tenth': 'Er ist weniger als ein Zehntel',
  'It is lower, but not that far': 'Er ist kleiner, aber nicht so viel',
  'It is as high or higher': 'Er ist gleich groß oder größer',
  'Why does it answer questions it was trained on, and what would it do with another one? Two sentences.':
    'Warum beantwortet er Fragen, mit denen er trainiert wurde, und was täte er mit einer anderen? Zwei Sätze.',
  'Trained as set, with your seed': 'Wie vorgegeben trainiert, mit dem eigenen Seed',
  'A prediction before training': 'Eine Vorhersage vor dem Training',
  'The comparison is right': 'Der Vergleich ist richtig',
  'The explanation': 'Die Erklärung',
  'Is there a circuit?': 'Gibt es einen Circuit?',
  'The model of the induction lesson, with first weights that belong to your ID alone. With most first weights it finds the circuit of two heads within 1,000 steps, with some it does not. Find out which kind is yours.':
    'Das Modell der Lektion über Induktion, mit anfänglichen Gewichten, die nur zu dieser Kennung gehören. Mit den meisten anfänglichen Gewichten findet es den Circuit aus zwei Heads innerhalb von 1.000 Schritten, mit manchen nicht. Herauszufinden ist, wie es mit den eigenen steht.',
  'Attention one back, best head of layer 1':
    'Attention auf das vorige Token, bester Head der Schicht 1',
  'Attention to what followed the same letter, best head of layer 2':
    'Attention auf das, was demselben Buchstaben folgte, bester Head der Schicht 2',
  'After 1,000 steps, what will your model copy by on lines it has not seen?':
    'Wonach wird das eigene Modell nach 1.000 Schritten auf Zeilen kopieren, die es nicht gesehen hat?',
  'By letter, in more than 85 % of the guesses':
    'Nach dem Buchstaben, in mehr als 85 % der Vorhersagen',
  'By letter, but less often': 'Nach dem Buchstaben, aber seltener',
  'By place at least as often as by letter':
    'Nach der Stelle mindestens so oft wie nach dem Buchstaben',
  'What will its validation loss be? Random guessing among its 14 characters costs 2.64.':
    'Wie groß wird sein Validierungsverlust sein? Zufälliges Raten unter seinen 14 Zeichen kostet 2,64.',
  'Write a line of your own, rotate its second half, and look at what it guesses. One line is a sample of a few letters: measure on 60 as well. What does your model copy by?':
    'Eine eigene Zeile schreiben, ihre zweite Hälfte rotieren und ansehen, was das Modell vorhersagt. Eine Zeile ist eine Stichprobe von wenigen Buchstaben: auch auf 60 messen. Wonach kopiert das eigene Modell?',
  'By letter, on 60 lines': 'Nach dem Buchstaben, auf 60 Zeilen',
  'By place, on 60 lines': 'Nach der Stelle, auf 60 Zeilen',
  'Switch off one head of layer 1, measure, and switch it on again; then the other. What share of the guesses is still by letter without the head that matters more? From 0 to 1.':
    'Einen Head der Schicht 1 ausschalten, messen und wieder einschalten; dann den anderen. Welcher Anteil der Vorhersagen folgt ohne den wichtigeren Head noch dem Buchstaben? Von 0 bis 1.',
  'Name the two heads, or say what is missing, and why it takes two. Three sentences.':
    'Die beiden Heads nennen, oder sagen, was fehlt, und warum es zwei braucht. Drei Sätze.',
  'The predicted loss is right within 0.3': 'Der vorhergesagte Verlust stimmt auf 0,3',
  'How it copies': 'Wie es kopiert',
  'A head switched off': 'Ein ausgeschalteter Head',
  'Your learning rate': 'Die eigene Lernrate',
  'Choose a learning rate for AdamW. A small model that adds two numbers is trained with it, and with Muon, with three seeds each that belong to your ID. Your teacher may make a leaderboard of the results.':
    'Eine Lernrate für AdamW wählen. Ein kleines Modell, das zwei Zahlen addiert, wird mit ihr und mit Muon trainiert, mit je drei Seeds, die zu dieser Kennung gehören. Die Lehrperson kann aus den Ergebnissen eine Rangliste machen.',
  'Which optimizer has the lower held-out loss after 300 steps: AdamW at your rate, or Muon at 0.02?':
    'Welcher Optimierer hat nach 300 Schritten den kleineren Validierungsverlust: AdamW mit der eigenen Lernrate oder Muon mit 0,02?',
  'Your learning rate for AdamW. The experiment Learning rate in the lab shows what others do.':
    'Die eigene Lernrate für AdamW. Das Experiment „Lernrate“ im Labor zeigt, was andere bewirken.',
  'Which is better, by the rule that a gap counts beyond twice the spread of the seeds?':
    'Was ist besser, wenn ein Abstand erst zählt, wo er das Doppelte der Streuung der Seeds übersteigt?',
  'No difference is shown': 'Kein Unterschied ist gezeigt',
  'AdamW at my rate': 'AdamW mit meiner Lernrate',
  Muon: 'Muon',
  'What do three seeds tell you that one would not? And what would you have to compare besides, before you call one optimizer better? Three sentences.':
    'Was sagen drei Seeds, was einer nicht sagen würde? Und was wäre außerdem zu vergleichen, bevor ein Optimierer besser heißen darf? Drei Sätze.',
  'Trained as set, with your seeds': 'Wie vorgegeben trainiert, mit den eigenen Seeds',
};
