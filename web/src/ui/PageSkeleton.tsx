import { Skeleton, Stack } from '@mantine/core';

/** A skeleton that is shown while the code of a page loads. */
export function PageSkeleton() {
  return (
    <Stack gap="lg" p="lg" aria-busy>
      <Skeleton height={28} width={220} />
      <Skeleton height={360} />
    </Stack>
  );
}
