import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { recipientQuery } from '../../api/recipient';
import { TimeZoneContext } from '../../i18n/useFormat';

/** Shows times in the time zone of the signed-in recipient. */
export function OwnTimes({ children }: { children: ReactNode }) {
  const zone = useQuery(recipientQuery()).data?.time_zone;
  return <TimeZoneContext value={zone || undefined}>{children}</TimeZoneContext>;
}
