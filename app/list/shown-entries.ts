/** How many entries a row names before it counts the rest. */
export const shownEntries = 3;
