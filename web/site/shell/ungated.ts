/** Pages without the age gate, because nobody should have to agree to something they cannot read. */
export const ungated = /^\/(underage|accessibility|imprint|(terms|privacy)(\/versions\/\d+)?)\/?$/i
