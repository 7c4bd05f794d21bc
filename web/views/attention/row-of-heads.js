// SPDX-License-Identifier: MIT
// One query, the pinned character or the last, in all heads: a row for each head, a column for
// each key. Its height never changes, so that a pin moves nothing on the page.
import { html, nothing } from 'lit';
import { attentionAt, reach } from '../../draw/attention.js';
import { visible } from '../../i18n/format.js';
import { headName, pinnedIndex } from '../../state/selectors.js';
import { distance, short } from '../../i18n/descriptions.js';
import { cells } from '../shared/cells.js';
import { define, View } from '../shared/view.js';

const CELL_PX = 14;

class RowOfHeads extends View {
  render() {
    const { t, format } = this;
    const { activations, layer, head } = this.state;
    const i = pinnedIndex(this.state) ?? (activations ? activations.n - 1 : 0);
    const chosen = activations?.attentions[layer];
    if (!activations || !chosen || i >= chosen.queries.length) return nothing;
    // Attention over another line has no such row.
    const layers = activations.attentions.flatMap(({ kind }, l) =>
      kind === chosen.kind ? [l] : [],
    );
    const heads = layers.flatMap((l) =>
      Array.from({ length: activations.H }, (_, h) => ({ l, h })),
    );
    const columns = chosen.keys.slice(0, reach(activations, layer, i));
    const reads = visible(chosen.queries[i]);
    const label = t.badges.rowOfHeads(reads);
    const names = heads.map(({ l, h }) => headName({ layer: l, head: h }));
    const data = Float32Array.from(
      heads.flatMap(({ l, h }) =>
        columns.map((_, j) => attentionAt(activations, l, h, i, j)),
      ),
    );
    return html`<h3>${label}</h3>
      ${cells(this, {
        numbers: { rows: heads.length, columns: columns.length, data },
        ...{ rows: names, columns: columns.map((c) => short(visible(c))), label },
        ...{ signed: false, least: CELL_PX, largest: CELL_PX },
        row: heads.findIndex(({ l, h }) => l === layer && h === head),
        describe: (n, j, x) =>
          t.badges.headCell({
            ...{ head: names[n], reads, looked: visible(columns[j]) },
            back: distance(this, activations, layer, i, j),
            share: format.percent(x),
          }),
        pick: ({ i: n, j }) => {
          const { l, h } = heads[n];
          this.app.selection.select({ layer: l, head: h, pin: { i, j } });
        },
      })}`;
  }
}

define('gf-row-of-heads', RowOfHeads);
