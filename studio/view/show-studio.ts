import type { effect as makeEffect } from '@preact/signals';
import { classStyle } from 'subray/browser';
import type { Studio } from '../state/studio.js';
import type { Viewport } from './viewport.js';

/** Keeps a viewport showing what the studio knows; returns what ends it. */
export function showStudio(studio: Studio, viewport: Viewport, effect: typeof makeEffect): () => void {
  const ends = [
    effect(() => viewport.showScene(studio.scene.value?.view)),
    effect(() => {
      const chosen = studio.selection.value;
      viewport.legs.show(studio.survey.value?.legs ?? [], chosen?.kind === 'leg' ? chosen.leg : undefined);
      viewport.invalidate();
    }),
    effect(() => {
      const visible = studio.runs.all.value.filter(({ isVisible }) => isVisible);
      viewport.scene.fade.value = visible.some(({ points }) => points > 0) ? 0.85 : 0;
      for (const { field } of visible) field.setPalette(CLASS_COLORS);
      viewport.showClouds(visible.map(({ field }) => field));
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}

const CLASS_COLORS = Array.from({ length: 256 }, (_, number) => classStyle(number).color);
