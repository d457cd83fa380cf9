/** The first line of a survey that was begun without a scene: its first part takes it away. */
export const NO_SCENE_YET = '# A survey without a scene yet: drop a model, or add a part. Every key: docs/survey.md';
