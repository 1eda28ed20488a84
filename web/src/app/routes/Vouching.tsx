import { Stack } from '@mantine/core';
import { EvidencePanel } from '../../features/evidence/EvidencePanel';
import { ReferencesPanel } from '../../features/references/ReferencesPanel';

interface VouchingProps {
  credential: { uuid: string; state: string };
}

/** What stands behind a credential: its evidence, and what others say of the recipient. */
export function Vouching({ credential }: VouchingProps) {
  return (
    <Stack gap="md">
      <EvidencePanel credential={credential} />
      <ReferencesPanel credential={credential} />
    </Stack>
  );
}
