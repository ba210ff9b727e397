// What an order's role means to the page.
import type { Role } from './words';

export const rolesThatRoll: ReadonlySet<Role> = new Set<Role>(['fire', 'assault', 'rally']);
