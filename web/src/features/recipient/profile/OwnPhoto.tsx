import { Avatar } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { profileQuery } from './api';

/** The recipient's photo beside words that say who is signed in; nothing without one. */
export function OwnPhoto({ size = 28 }: { size?: number }) {
  const { data } = useQuery({ ...profileQuery(), retry: false });
  return data?.photo_url ? <Avatar src={data.photo_url} size={size} radius={6} alt="" /> : null;
}
