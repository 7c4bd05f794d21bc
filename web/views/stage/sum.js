// SPDX-License-Identifier: MIT
// Beside the stage: the sum behind the prediction that it explains.
import { html, nothing } from 'lit';
import { hasStage } from '../../state/places.js';
import { define, questions, View } from '../shared/view.js';
import { explanationFor } from './explanation.js';
import { sceneOf } from './scene.js';

class Sum extends View {
  static queries = questions('why', 'hide');
  static unseen = true;

  /** The stage asks; this hears the answers. */
  want() {
    return undefined;
  }

  willUpdate() {
    const { place, stageMode } = this.state;
    this.hidden = stageMode !== 'why' || !hasStage(place);
  }

  render() {
    const why = this.hidden ? null : explanationFor(this, sceneOf(this.state));
    return html`${why?.ledger() ?? nothing}`;
  }
}

define('gf-sum', Sum);
