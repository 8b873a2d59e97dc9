import { defineContext } from '../kernel/context.ts';
import { callList, callListList, setCallListAnswer, whoIsAskedAnswer } from './answers.ts';
import { routingRoutes } from './routes.ts';
import { callListStream } from './streams.ts';

export const routingContext = defineContext({
  name: 'routing',
  streams: [callListStream],
  routes: routingRoutes,
  answers: {
    CallList: callList,
    CallListList: callListList,
    SetCallList: setCallListAnswer,
    WhoIsAsked: whoIsAskedAnswer,
  },
  labels: {
    'call-list': 'Call list',
  },
  internal: {
    'call-list': 'whom an organization asks first is its own affair; each request itself is published',
  },
});
