import type { MaterialName } from '../palette.js';

/** Proportions of one kind of tree; lengths are fractions of the tree's height unless given in metres. */
export interface TreeForm {
  trunkThickness: number;
  trunkWander: number;
  /** Start of the crown on the trunk. */
  crownBase: number;
  crownRadius: number;
  /** Bough length, 0 … 1, at the crown's fraction 0 (base) … 1 (top). */
  outline(crown: number): number;
  /** Broad-leaved: total number of boughs. Conifers: smallest number of boughs in a whorl. */
  boughs: number;
  /** At the crown's base and top. Broad-leaved: radians from the trunk. Conifers: rise over run. */
  lowAngle: number;
  topAngle: number;
  /** Upward pull along a bough. */
  lift: number;
  /** Metres between branches along a bough; conifers: between whorls. */
  branchSpacing: number;
  /** Metres between twigs along a branch. */
  twigSpacing: number;
}

/** One kind of tree. */
export interface Species {
  name: string;
  kind: 'broadleaf' | 'conifer' | 'bare';
  form: TreeForm;
  bark: MaterialName;
  foliage: MaterialName;
  /** Height of a grown tree. */
  height: readonly [number, number];
  /** Leaf area over the crown's ground area: assumed, smaller than in a closed forest, to allow a view inside. */
  leafAreaIndex: number;
  /** Width of a leaf relative to its length. */
  leafWidth: number;
  /** Length of a real leaf (or spray of needles); leaves are never drawn smaller. */
  leafLength: number;
}

/** Round crown: widest below the middle. */
const rounded = (crown: number) => Math.sqrt(Math.max(0.02, 1 - ((crown - 0.35) / 0.7) ** 2));
/** Slender crown: an upright egg. */
const slender = (crown: number) => 0.35 + 2.1 * crown * (1 - crown) * (1.3 - crown * 0.6);
/** Straight cone. */
const conical = (crown: number) => 1 - crown * 0.97;
/** Flat, wide top over a bare stem. */
const umbrella = (crown: number) => 0.55 + 0.45 * Math.sin(crown * 3) - 0.25 * crown;

const oakForm: TreeForm = {
  trunkThickness: 0.019,
  trunkWander: 0.09,
  crownBase: 0.28,
  crownRadius: 0.34,
  outline: rounded,
  boughs: 24,
  lowAngle: 1.35,
  topAngle: 0.45,
  lift: 0.07,
  branchSpacing: 0.5,
  twigSpacing: 0.34,
};
const beechForm: TreeForm = {
  ...oakForm,
  trunkWander: 0.05,
  crownBase: 0.34,
  crownRadius: 0.27,
  boughs: 30,
  lowAngle: 1.15,
  lift: 0.12,
};
const birchForm: TreeForm = {
  ...oakForm,
  trunkThickness: 0.011,
  trunkWander: 0.06,
  crownBase: 0.3,
  crownRadius: 0.2,
  outline: slender,
  boughs: 26,
  lowAngle: 0.95,
  topAngle: 0.4,
  lift: -0.05,
};
const limeForm: TreeForm = {
  ...oakForm,
  trunkWander: 0.04,
  crownBase: 0.32,
  crownRadius: 0.3,
  boughs: 22,
  lowAngle: 1.2,
  lift: 0.1,
};
const spruceForm: TreeForm = {
  trunkThickness: 0.013,
  trunkWander: 0.008,
  crownBase: 0.1,
  crownRadius: 0.17,
  outline: conical,
  boughs: 6,
  lowAngle: -0.18,
  topAngle: 0.75,
  lift: 0.02,
  branchSpacing: 0.48,
  twigSpacing: 0.26,
};
const pineForm: TreeForm = {
  ...spruceForm,
  trunkThickness: 0.014,
  trunkWander: 0.05,
  crownBase: 0.52,
  crownRadius: 0.2,
  outline: umbrella,
  boughs: 5,
  lowAngle: 0.15,
  topAngle: 0.9,
  lift: 0.14,
};
const bushForm: TreeForm = {
  ...oakForm,
  trunkThickness: 0.012,
  crownBase: 0.1,
  crownRadius: 0.55,
  boughs: 16,
  lowAngle: 1.2,
  topAngle: 0.3,
  branchSpacing: 0.25,
  twigSpacing: 0.16,
};

const leafy = { kind: 'broadleaf', leafAreaIndex: 3, leafWidth: 0.6, leafLength: 0.08 } as const;
const needled = { kind: 'conifer', leafAreaIndex: 3.5, leafWidth: 0.22, leafLength: 0.09 } as const;

/** The kinds of trees by name. */
export const SPECIES = {
  oak: { name: 'oak', ...leafy, form: oakForm, bark: 'bark', foliage: 'leaf', height: [12, 20] },
  beech: { name: 'beech', ...leafy, form: beechForm, bark: 'bark', foliage: 'leaf_light', height: [15, 25] },
  birch: {
    name: 'birch',
    ...leafy,
    form: birchForm,
    bark: 'bark_birch',
    foliage: 'leaf_light',
    height: [9, 17],
    leafAreaIndex: 2.5,
    leafLength: 0.06,
  },
  maple: {
    name: 'maple',
    ...leafy,
    form: beechForm,
    bark: 'bark',
    foliage: 'leaf_autumn',
    height: [8, 15],
    leafLength: 0.1,
  },
  lime: { name: 'lime', ...leafy, form: limeForm, bark: 'bark', foliage: 'leaf', height: [6, 10], leafAreaIndex: 5 },
  spruce: { name: 'spruce', ...needled, form: spruceForm, bark: 'bark', foliage: 'needle', height: [10, 25] },
  pine: {
    name: 'pine',
    ...needled,
    form: pineForm,
    bark: 'bark_pine',
    foliage: 'needle_light',
    height: [13, 22],
    leafLength: 0.12,
  },
  snag: { name: 'snag', ...leafy, kind: 'bare', form: birchForm, bark: 'wood', foliage: 'leaf', height: [5, 11] },
  bush: {
    name: 'bush',
    ...leafy,
    form: bushForm,
    bark: 'bark',
    foliage: 'leaf_dark',
    height: [0.9, 2.4],
    leafLength: 0.04,
  },
} as const satisfies Record<string, Species>;

/** Trees that grow in forests: all kinds but the bush. */
export const TREE_NAMES = ['oak', 'beech', 'birch', 'maple', 'lime', 'spruce', 'pine', 'snag'] as const;

export type TreeName = (typeof TREE_NAMES)[number];
