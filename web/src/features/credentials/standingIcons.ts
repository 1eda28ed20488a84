import { IconBan, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import type { StandingVerb } from './standing';

export const STANDING_ICONS = {
  suspend: IconPlayerPause,
  reinstate: IconPlayerPlay,
  revoke: IconBan,
} satisfies Record<StandingVerb, unknown>;
