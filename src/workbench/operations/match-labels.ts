import type { LabelPattern } from '../../scene/labels/labels.js';
import { type LabelUse, labelUses, matchPattern, type PatternMatch } from '../../scene/labels/match-labels.js';
import { type SuggestedPattern, suggestPatterns } from '../../scene/labels/suggest-patterns.js';
import { isScene } from '../../scene/scene.js';
import type { Operation } from '../operation.js';

/** Effects of a survey's labels in its scene. */
export interface LabelUses {
  /** Each label of the survey in its order. */
  labels: LabelUse[];
  /** Patterns for the names that are there. */
  suggestions: SuggestedPattern[];
  parts: string[];
}

/** Finds the matches and effects of each label in the survey's scene. Throws UserError, AbortedError. */
export const matchLabels: Operation<{ text: string }, LabelUses> = async (bench, { text }, { signal }) => {
  const survey = await bench.sceneIn(text);
  const groups = await bench.scenes.groups(survey, { signal });
  const { scene } = survey;
  if (isScene(scene)) return { labels: [], suggestions: [], parts: [] };
  // The rules that come with generators are behind the survey's own.
  const uses = labelUses(scene.labels, groups);
  return {
    labels: uses.filter((_, k) => !scene.labels[k].builtIn),
    suggestions: suggestPatterns(groups),
    parts: scene.parts.map(({ name }) => name),
  };
};

export interface FitPatternAsk {
  /** Text of the survey. */
  text: string;
  /** Absent keys: as in a label of a survey. */
  pattern: Partial<LabelPattern>;
}

export interface FitPatternAnswer extends PatternMatch {
  /** Key of the scene whose objects and materials these are. */
  sceneKey: string;
}

/** Finds the matches of a label's pattern in the scene of a survey, although no label has it. Throws as matchLabels. */
export const fitPattern: Operation<FitPatternAsk, FitPatternAnswer> = async (bench, { text, pattern }, { signal }) => {
  const { scenes } = bench;
  const survey = await bench.sceneIn(text);
  const groups = await scenes.groups(survey, { signal });
  const { names } = await scenes.loadPlaced(survey, { signal });
  const { match = '*', part, on = 'any' } = pattern;
  return { ...matchPattern({ match, part, on }, groups, names), sceneKey: scenes.keyOf(survey) };
};
