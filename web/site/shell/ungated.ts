/** Pages without the age gate: nobody should agree to what cannot be read. */
export const ungated = /^\/(underage|terms|privacy|accessibility)\/?$/i
