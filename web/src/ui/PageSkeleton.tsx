import { Skeleton, Stack } from '@mantine/core';

/** The shape of a page whose program is still on its way. */
export function PageSkeleton() {
  return (
    <Stack gap="lg" p="lg" aria-busy>
      <Skeleton height={28} width={220} />
      <Skeleton height={360} />
    </Stack>
  );
}
