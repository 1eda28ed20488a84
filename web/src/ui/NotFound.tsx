import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { EmptyState } from './EmptyState';

interface NotFoundProps {
  title: string;
  description?: string;
  /** Where to go instead, and what that place is called. */
  to: string;
  label: string;
}

/** Stands where the thing of an address is not, or not in this department. */
export function NotFound({ title, description, to, label }: NotFoundProps) {
  return (
    <EmptyState
      title={title}
      description={description}
      action={
        <Button variant="default" component={Link} to={to}>
          {label}
        </Button>
      }
    />
  );
}
