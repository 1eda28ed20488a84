export { IconCircle as icon } from '@tabler/icons-react';
