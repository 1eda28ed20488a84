export { IconSquare as icon } from '@tabler/icons-react';
