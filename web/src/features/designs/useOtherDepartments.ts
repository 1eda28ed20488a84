import { useSession } from '../../api/session';

/** The other departments in which the user may create designs for certain. */
export function useOtherDepartments() {
  const session = useSession((state) => state.session);
  const here = session?.department?.id;
  return (session?.departments ?? []).filter(
    ({ id, role }) => id !== here && ['owner', 'administrator'].includes(role),
  );
}
