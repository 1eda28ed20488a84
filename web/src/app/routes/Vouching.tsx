import { Stack } from '@mantine/core';
import { EvidencePanel } from '../../features/evidence/EvidencePanel';
import { ReferencesPanel } from '../../features/references/ReferencesPanel';

interface VouchingProps {
  credential: { uuid: string; state: string };
}

/** The evidence and references of a credential. */
export function Vouching({ credential }: VouchingProps) {
  return (
    <Stack gap="md">
      <EvidencePanel credential={credential} />
      <ReferencesPanel credential={credential} />
    </Stack>
  );
}
