import { z } from 'zod';

/** Something must be seen of a name: invisible characters (`DI` are Unicode's default ignorable code points) alone are none. */
export const visible = /[^\s\p{Cc}\p{DI}]/u;

/** A name that a merchant gives something. */
export const nameSchema = (longest: number, texts: { name: string; longName: string }) =>
  z.string({ error: texts.name }).trim().regex(visible, texts.name).max(longest, texts.longName);
