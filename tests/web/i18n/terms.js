// SPDX-License-Identifier: MIT
// The terms that sentences are compared by, in three languages.

/** What says each thing in each language; two: what says it, and what may say it. A sentence that
 * says it in one language at least may say it in the others.
 * @type {Record<string, Record<string, RegExp | [RegExp, RegExp]>>} */
export const TERMS = {
  above: {
    en: [
      /\babove\b/,
      /\b(above|over|atop|more|up|higher|on|greater|least|exceeds?|too)\b/,
    ],
    es: [/\b(encima|arriba)\b/, /encima|arriba|super|sobre|mayor|más/],
    de: [/\b(oben|oberhalb)\b/, /über|oben|ober|größer/],
  },
  after: {
    en: [
      /\bafter\b/,
      /\b(after|afterwards|then|behind|next|follow\w*|later|since|once|when|by|past|from)\b/,
    ],
    es: [/\b(después|tras)\b/, /después|\btras\b|sigu|sigue|luego|\bal\b/],
    de: [/\b(nachdem|danach|nachher)\b/, /nach|dann|folg/],
  },
  all: {
    en: [/\b(all|every|each)\b/, /\b(all|every\w*|each|any\w*|both|whole|per|a)\b/],
    es: [/\btod[oa]s\b/, /\btod[oa]s?\b|\bcada\b|\bpor\b|\bl[oa]s\b/],
    de: [/\balle[nrms]?\b/, /\balle|\bjede|\bganz|\bje\b|jeweil/],
  },
  always: {
    en: [/\balways\b/, /\b(always|ever|still|all|each|every|again)\b/],
    es: [/siempre(?! que)/, /siempre/],
    de: [/\b(immer(?! (noch|wieder))|stets)\b/, /immer|stets/],
  },
  attention: {
    en: /attention|attend/,
    es: /atenci[oó]n|atiend|atender/,
    de: [/attention/, /attention|acht(e|et|en)?\b|beacht/],
  },
  batch: { en: /\bbatch/, es: /\blotes?\b/, de: /batch/ },
  before: {
    en: [
      /\bbefore\b/,
      /\b(before|previous\w*|earlier|first|until|so far|ago|preceding|formerly|prior|in front|above|then)\b/,
    ],
    es: [/\bantes\b/, /antes|anterior|previ|ant/],
    de: [/\b(bevor|vorher|davor|zuvor)\b/, /vor/],
  },
  below: {
    en: [
      /\b(below|under|beneath)\b/,
      /\b(below|under|beneath|down|lower\w*|less|at most|fewer|smaller|bottom|underneath|low)\b/,
    ],
    es: [/\b(debajo|abajo)\b/, /debajo|abajo|baj[oae]|inferior|menos|menor/],
    de: [/\b(unten|unterhalb|darunter)\b/, /unte[rn]|klein/],
  },
  better: {
    en: [/\bbetter\b/, /\b(better|best|good|improves?)\b/],
    es: [/\bmejor\b/, /mejor/],
    de: [/\bbesser\b/, /besser|beste/],
  },
  both: {
    en: [/\b(two|both)\b/, /\b(two|both|second|pairs?|twice|2)\b/],
    es: [/\bdos\b|\bamb[oa]s\b/, /\bdos\b|\bamb[oa]s\b|l[oa]s dem/],
    de: [/\bzwei\b|\bbeide/, /zwei|\bbeide/],
  },
  character: { en: /\bcharacters?\b/, es: /car(á|a)cter/, de: /zeichen(?!k|et)/ },
  column: { en: /\bcolumns?\b/, es: /columna/, de: /spalte/ },
  earlier: {
    en: [
      /\b(earlier|previous)\b/,
      /\b(earlier|previous\w*|before|last|ago|back|first|preceding|above|former|prior|precedes?)\b/,
    ],
    es: [/\banterior/, /anterior|antes|previ/],
    de: [/\b(früher|vorig)/, /früher|vor/],
  },
  embedding: { en: /embed/, es: /embed/, de: /embed/ },
  fall: {
    en: [
      /\bfall(s|ing)?\b/,
      /\b(falls?|falling|drops?|lower\w*|down\w*|decrease\w*|low|sinks?|go(es)? (clearly )?below|below|less|get|under|fetch\w*|download\w*)\b/,
    ],
    es: [/\b(baja(n|r|ndo)?|caen?|desciende)\b/, /baj[ae]|ca[ei]|disminu|descien/],
    de: [/\b(sink(t|en)|f(ä|a)ll(t|en))\b/, /sink|fäll|fallen|senk/],
  },
  fast: {
    en: [/\bfast(er|est)?\b/, /fast|quick|soon|speed/],
    es: /rápid|deprisa/,
    de: /schnell/,
  },
  first: {
    en: [
      /\bfirst\b/,
      /\b(first|begin\w*|start\w*|initial\w*|early|before|once|one|only)\b/,
    ],
    es: [/\bprimer(a|o|as|os)?\b/, /primer|antes|inicial/],
    de: [/\b(erste[nrms]?|zuerst)\b/, /\berst|zuerst|zunächst|anf[aä]ng|zuvor|vorher/],
  },
  gradient: { en: /gradient/, es: /gradiente/, de: /gradient/ },
  half: {
    en: [/\bhalf\b/, /\b(half|halves|mean|middle|average|medium)\b/],
    es: [/\bmitad(es)?\b/, /mitad|medi[oa]/],
    de: /hälfte|halb(?!e?s? leer)|halbier/,
  },
  head: { en: /\bheads?\b/, es: /cabezas?\b/, de: /\bheads?\b/ },
  high: {
    en: [
      /\bhigh(er|est)?\b/,
      /high|large|great|above|most|more|tall|steep|max|strong|peak|capital/,
    ],
    es: [/\balt[oa]s?\b/, /alt[oa]|mayor|mejor|máxim/],
    de: [/\b(höher|höchste)/, /höh|höch|hoch|hoh|größ/],
  },
  key: {
    en: [/\bkeys?\b/, /\b(keys?|key\w+)\b/],
    es: [/\bclaves?\b|\bteclas?\b/, /clave|tecla|flechas|\bkeys?\b|letras/],
    de: [/\bkeys?\b|tasten?\b/, /\bkeys?\b|taste|schlüssel/],
  },
  input: {
    en: [/\binputs?\b/, /\b(inputs?|entries|entry|enters?|reads?|into|source|in)\b/],
    es: [/\bentradas?\b/, /entrada|introdu|lee/],
    de: [/\beingaben?\b/, /eingabe|eingang|input|eingeb/],
  },
  large: {
    en: [
      /\b(larger?|largest|bigger)\b/,
      /larg|big|great|high|long|most|more|above|least|size|huge|much|over|strong|grow/,
    ],
    es: [/\bmayor(es)?\b|\bgrandes?\b/, /mayor|grande|más|máxim/],
    de: [/\bgr(o|ö)ß(er|te|t)?/, /gr[oö]ß|mehr/],
  },
  last: {
    en: [/\blast\b/, /\b(last|end\w*|final\w*|latest|newest|late|recent\w*|lasts)\b/],
    es: [/\búltim[oa]s?\b/, /últim|final/],
    de: [/\bletzte/, /letzt|ende/],
  },
  later: {
    en: [
      /\b(later|next|following)\b/,
      /\b(later|next|follow\w*|after\w*|then|now|come\w*|subsequent|past|behind|on|again|future)\b/,
    ],
    es: [
      /\b(siguientes?|posterior(es)?|próxim[oa]s?)\b/,
      /sig|posterior|después|próxim|tarde|luego|adelante|\btras\b|ahora/,
    ],
    de: [/\b(später|nächste)/, /später|nächst|folg|danach|nach|nebenan|weiter/],
  },
  layer: { en: /\blayers?\b/, es: /\bcapas?\b/, de: /(?<!ge|teil)schicht/ },
  left: {
    en: [/\bleft\b/, /\b(left|remain\w*|leave\w*)\b/],
    es: [/izquierd/, /izquierd|qued|faltan|rest|vací|deja/],
    de: [/\blinks\b|\blinke/, /\blink|übrig|\bnoch\b|\bleer\b|weggelassen|bleib/],
  },
  less: {
    en: [
      /\b(less|fewer)\b/,
      /\b(less|fewer|least|lower|below|minus|under|smaller|without|subtract\w*|down|few|hardly|rarely|except|drop\w*|smallest|small|short\w*|at most|but|ago|differences?|unless|instead)\b|−|-/,
    ],
    es: [/\bmenos\b/, /\bmenos\b|menor|mínim|poc[oa]s?/],
    de: [/\bweniger\b/, /weniger|unter|kleiner|seltener/],
  },
  letter: {
    en: /\bletters?\b/,
    es: [/\bletras?\b/, /\b(letras?|pares|tríos|mayúsculas|minúsculas)\b/],
    de: /buchstab/,
  },
  line: {
    en: [/\blines?\b/, /\b(\w*lines?|curves?|rows?)\b/],
    es: [/\blíneas?\b/, /línea/],
    de: [/\bzeilen?\b|\blinien?\b/, /zeile|linie/],
  },
  logit: { en: /\blogits?\b/, es: /\blogits?\b/, de: /logit/ },
  long: {
    en: [/\b(longer|longest)\b/, /long|large|far|more|many|most|wide|great|length/],
    es: [/\blarg[oa]s?\b/, /larg|más|longitud|mayor|todavía|dura|tarda|sigue/],
    de: [/\bläng(er|ste)/, /l[aä]ng|mehr|weiter|größ/],
  },
  loss: { en: /\bloss(es)?\b/, es: /pérdida/, de: /verlust|\bloss\b/ },
  low: {
    en: [
      /\blow(er|est)?\b/,
      /low|small|less|little|min|fall|drop|down|under|weak|bottom|least|short/,
    ],
    es: [/\b(baj[oa]s?|mínim[oa])\b/, /baj[oa]|menor|mínim|menos/],
    de: [/\b(niedrig|tief)/, /niedrig|tief|klein|gering|senk/],
  },
  mean: {
    en: [
      /\b(mean|average)s?\b/,
      /mean|average|half|middle|center|centre|expected|medi|between/,
    ],
    es: [
      /\b(media|promedio)s?\b/,
      /medi[oa]|promedi|signific|quiere decir|quieren decir|mitad/,
    ],
    de: [
      /\b(mittlere[nrs]?|mittelwert|durchschnitt)/,
      /mittel|mittler|durchschnitt|bedeut|heiß|mitt|gemittelt/,
    ],
  },
  more: {
    en: [
      /\bmore\b/,
      /\b(more|most|\w+er|\w+est|plus|any|else|again|further|other|add\w*|anymore|over|longer|yet|above|rather|less|too|still|beyond|than|as|another|furthest|but|no|only|once|every|much|so|next|each|off|worse|long|far|well|later)\b|\+/,
    ],
    es: [/\bmás\b/, /\bmás\b|mayor|mejor|otr[oa]s/],
    de: [/\bmehr\b/, /mehr|weiter|\w+er(e[nrsm]?)?\b/],
  },
  most: {
    en: [
      /\bmost\b/,
      /\b(most\w*|largest|highest|max\w*|\w+est|best|up to|usual\w*|preferr\w*|at least|more)\b/,
    ],
    es: [/\b(la mayoría|máximo|como mucho)\b/, /más|mayor|máxim|mucho|casi/],
    de: [
      /\b(meisten?|höchstens|meist)\b/,
      /meist|höchst|größt|\w+st(e[nrsm]?)?\b|maximal|am \w+en\b/,
    ],
  },
  never: {
    en: [/\bnever\b/, /\b(never|not|no|none|ever|nor|neither)\b|n’t\b/],
    es: [/\b(nunca|jamás)\b/, /nunca|jamás|ningun/],
    de: [/\bnie(mals)?\b/, /\bnie|kein/],
  },
  not: {
    en: [
      /\b(not|cannot|no|nothing|none)\b|n’t\b/,
      /\b(not|cannot|no|nothing|none|nobody|never|nor|neither|without|un\w+|in\w+|dis\w+|only|until|any\w*|too|stop\w*|fail\w*|but|refuses?|before|except|hardly|missing|lacks?|other|unless|else|outside|barely|free|more|out|off|left|less|empty|yet|instead|rather|zero)\b|n’t\b/,
    ],
    es: [/\bno\b/, /\b(no|ni|sin|nada|nunca)\b|ning|menos/],
    de: [/\bnicht\b|\bkein/, /nicht|\bkein|\bnie|\bohne\b|\bun/],
  },
  off: {
    en: [
      /\boff\b/,
      /\b(off|disabl\w*|without|cut\w*|out|ablat\w*|remove\w*|deactivat\w*|trim\w*|from|stop\w*|rid|shut)\b/,
    ],
    es: [/\bapag(ad[oa]s?|ar|a)\b/, /apag|desactiv|\bsin\b|cort|recort|rest/],
    de: [/\b(ausgeschaltet|ausschalten|abgeschaltet)/, /aus|\bohne\b|\bab|abschn/],
  },
  on: {
    en: [/\b(turn|switch)\w* (it |them )?on\b/, /\bon\b|enabl|activ|turn|lit/],
    es: [
      /\b(encend|encien|activ(a|ar|ado|ada|ados|adas)\b)/,
      /encend|encien|activ|pon/,
    ],
    de: [/\b(eingeschaltet|einschalten)/, /ein/],
  },
  other: {
    en: [
      /\bothers?\b/,
      /\b(others?|another|else|different|rest|elsewhere|more|new|otherwise|again|second|changed|further|rather|changes?|instead|one|any)\b/,
    ],
    es: [/\botr[oa]s?\b/, /otr[oa]|demás|vecin|resto|contrari/],
    de: [/\bandere/, /ander|übrig|rest|weiter|gegen|sonst|fremd|neben/],
  },
  output: {
    en: [
      /\boutputs?\b/,
      /\b(outputs?|result\w*|answers?|out|writes?|written|unembed\w*|leaves)\b/,
    ],
    es: [/\bsalidas?\b/, /salida|result|respuesta|sal/],
    de: [/\bausgaben?\b/, /ausgabe|ausgang|output|ausgeb/],
  },
  parameter: { en: /\bparameters?\b/, es: /parámetro/, de: /parameter/ },
  perplexity: { en: /perplexity/, es: /perplejidad/, de: /perplexit/ },
  position: {
    en: /\bpositions?\b/,
    es: [/\bposici(ón|ones)\b/, /posici/],
    de: /position/,
  },
  probability: {
    en: [/\bprobabilit/, /probab|likel|chance/],
    es: /probabilidad/,
    de: /wahrscheinlichkeit|wahrsch\./,
  },
  query: {
    en: /\bquer(y|ies)\b/,
    es: /consulta|\bquer(y|ies)\b/,
    de: /\bquer(y|ies)\b/,
  },
  right: {
    en: [
      /\bright\b/,
      /\b(right|correct\w*|hits?|legal|ok|fit|guess\w*|exact\w*|proper\w*|matches)\b/,
    ],
    es: [/derech|\baciertos?\b/, /derech|correct|acert|aciert|bien/],
    de: [/\brechts\b|\bricht(ig|ige)\b/, /recht|richtig|stimmt/],
  },
  rise: {
    en: [
      /\brises?\b/,
      /\b(rises?|rising|climb\w*|up\w*|increas\w*|grow\w*|raise\w*|higher|goes|warm\w*|high|load\w*|more|steep\w*)\b/,
    ],
    es: [/\b(sube|suben|subir)\b/, /sub[ei]|aument|crec/],
    de: [/\bsteig(t|en)\b/, /steig|wächst|heb/],
  },
  row: {
    en: [/\brows?\b/, /\b(rows?|lines?|\w*lines?|orders?|turn|series|sequences?)\b/],
    es: [/\bfilas?\b/, /\bfilas?\b/],
    de: /zeile|reihe/,
  },
  same: {
    en: [
      /\bsame\b/,
      /\b(same|equal\w*|identical|own|itself|themselves|as|very|one|again|alike|here|this|similar|together|self)\b/,
    ],
    es: [/\bmism[oa]s?\b/, /mism|igual|a la vez|comparte|así/],
    de: [
      /\b(gleiche[nrms]?|derselbe|dieselben?|dasselbe|demselben)\b/,
      /gleich|selb|ebenso|gemeinsam|genauso|auch/,
    ],
  },
  seconds: {
    en: [/\bseconds\b/, /\b(seconds?|s|ms)\b/],
    es: [/\bsegundos\b/, /segund|\bs\b/],
    de: [/\bsekunden\b/, /sekunde|zweite|\bs\b/],
  },
  minutes: {
    en: /\bminutes?\b/,
    es: [/\bminutos?\b/, /minuto|\bmin\b/],
    de: [/\bminuten?\b/, /minute|\bmin\b/],
  },
  hours: { en: /\bhours?\b/, es: /\bhoras?\b/, de: /\bstunden?\b/ },
  seed: { en: /\bseeds?\b/, es: /semilla/, de: /seed/ },
  short: {
    en: [/\bshort(er|est)?\b/, /short|brief|small|few|less/],
    es: [/\bcort[oa]s?\b/, /cort[oa]|breve|menos|resum|menor|poc/],
    de: [/\bkurz|\bkürz/, /kurz|kürz|klein|wenig/],
  },
  slow: {
    en: [/\bslow(er|est|ly)?\b/, /slow/],
    es: [/\blent[oa]s?\b/, /lent|despacio/],
    de: /langsam/,
  },
  small: {
    en: [
      /\bsmall(er|est)?\b/,
      /small|less|little|low|short|minor|tiny|few|least|brief|below/,
    ],
    es: [/\bmenor(es)?\b|pequeñ/, /menor|pequeñ|mínim|minúscul/],
    de: [/\bklein/, /klein/],
  },
  step: { en: /\bsteps?\b/, es: /\bpasos?\b/, de: /schritt(?!weise)/ },
  sum: {
    en: [
      /\bsums?\b/,
      /\b(sums?|add\w*|total\w*|together|plus|addition|summed|summands?|all)\b/,
    ],
    es: [/\bsumas?\b/, /suma|total|juntos/],
    de: [/\bsummen?\b/, /summ|addi|zusammen|insgesamt/],
  },
  text: {
    en: [/\btexts?\b/, /\b(texts?|corpus|written|\w*text\w*|passages?|poem)\b/],
    es: [/\btextos?\b/, /texto/],
    de: [/\btext(e|es|en|s)?\b/, /text/],
  },
  three: {
    en: [/\bthree\b/, /\b(three|triples?|third|3)\b/],
    es: /\btres\b/,
    de: [/\bdrei\b/, /drei/],
  },
  training: {
    en: [
      /\btraining\b/,
      /\b(train\w*|pretrained|untrained|learn\w*|runs?|fine-tun\w*)\b/,
    ],
    es: [/\bentrenamientos?\b/, /entren|ejecuci/],
    de: [/\btraining/, /train/],
  },
  twice: {
    en: [/\b(twice|double)\b/, /\b(twice|double\w*|two|times|second)\b/],
    es: [/\bdoble\b|dos veces/, /doble|dos veces|duplic/],
    de: [/\bdoppelt|zweimal/, /doppel|zweimal|verdopp/],
  },
  validation: {
    en: /validation|held[- ]out/,
    es: /validaci|apartad/,
    de: /validierung|zurückgehalten/,
  },
  vocabulary: { en: /vocabulary/, es: /vocabulario/, de: /vokabular/ },
  weight: {
    en: /\bweights?\b/,
    es: [/\bpesos?\b/, /\bpesos?\b|pondera/],
    de: [/gewichte?\b/, /gewicht|weight/],
  },
  with: {
    en: [
      /\bwith\b/,
      /\b(with|by|and|from|using|of|at|in|on|to|as|for|through|against|under|per|than)\b|:/,
    ],
    es: [/\bcon\b/, /\b(con|de|y|por|que|tiene\w*|en|al?|del|e|para|sin)\b|:/],
    de: [/\bmit\b/, /mit|und|von|bei|durch|an|in|der|die|das|auf|ohne|aus|:/],
  },
  without: {
    en: [
      /\bwithout\b/,
      /\b(without|no|not|none|off|un\w+|less|free|lacks?|nor|missing|hidden|out|never|neither|but|only|cannot|in\w+)\b|n’t\b/,
    ],
    es: [/\bsin\b/, /\b(sin|no)\b/],
    de: [/\bohne\b/, /\bohne|\bkein/],
  },
  word: {
    en: [/\bwords?\b/, /word/],
    es: [/\bpalabras?\b/, /palabra/],
    de: [/\bw(o|ö)rt(er|ern)?\b/, /w[oö]rt/],
  },
  worse: {
    en: /\bworse\b|\bworst\b/,
    es: /peor/,
    de: /schlechter|schlimmer|schlechtest/,
  },
};
