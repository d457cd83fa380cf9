/** Metres a second, as LIGHT_SPEED on the device. */
export const SPEED_OF_LIGHT = 299_792_458;

/** Planck's constant, J s; exact in the SI. */
export const PLANCK = 6.62607015e-34;

/** Charge of an electron, C; exact in the SI. */
export const ELECTRON_CHARGE = 1.602176634e-19;

/** Full width at half maximum of a Gaussian over its standard deviation. */
export const FWHM_PER_SIGMA = 2 * Math.sqrt(2 * Math.LN2);
