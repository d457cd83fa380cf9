/** The kinds of new surveys. */
export type NewSurveyKind = 'street' | 'forest' | 'room' | 'terrain' | 'empty';

/** The kinds in the order of a menu, with their titles. */
export const NEW_SURVEYS: readonly { readonly kind: NewSurveyKind; readonly title: string }[] = [
  { kind: 'street', title: 'Street, from tripods' },
  { kind: 'forest', title: 'Forest, from tripods' },
  { kind: 'room', title: 'Room, from a tripod' },
  { kind: 'terrain', title: 'Terrain, from the air' },
  { kind: 'empty', title: 'Empty scene' },
];
