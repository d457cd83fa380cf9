/* Pointcept: a folder a frame in the folder of its split; its name begins with the number of the survey. */
import { append } from '../../../base/append.js';
import { type FramePlaces, type MergeLayout, notePlace, type Placed, placedIn, sequenceName } from './merge-layout.js';

const FRAME = /^train\/(\d{6})\//;

export const MERGED_POINTCEPT: MergeLayout = {
  arrange(surveys) {
    const placed: Placed[] = [];
    const places: FramePlaces = {};
    for (const survey of surveys) {
      const start = `${survey.task.split ?? 'train'}/${sequenceName(survey)}_`;
      const files = new Map([...survey.files].filter(([path]) => FRAME.test(path)));
      append(
        placed,
        placedIn({ ...survey, files }, start, (path) => path.replace(FRAME, '$1/')),
      );
      notePlace(places, survey, `${start}*`);
    }
    // The same in all surveys: they have one table of classes.
    const classes = surveys[0].files.get('classes.json');
    if (classes) placed.push({ path: 'classes.json', task: surveys[0].task, file: classes });
    return { placed, texts: {}, places };
  },
};
