import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';

/** Errors from the server that belong to no field. */
export function FormProblems({ problems }: { problems: readonly string[] }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problems.length > 0) place.current?.scrollIntoView({ block: 'center' });
  }, [problems]);
  if (problems.length === 0) return null;
  return (
    <Alert
      ref={place}
      color="red"
      variant="light"
      icon={<IconAlertTriangle size={18} />}
      role="alert"
      styles={{ message: { color: 'var(--lr-ink)' } }}
    >
      {problems.map((problem) => (
        <div key={problem}>{problem}</div>
      ))}
    </Alert>
  );
}
