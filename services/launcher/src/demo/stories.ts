import type { Classification, PersonType } from '@plimsoll/contracts/incidents/vocabulary';

/** Stories that the demo's people report. {n} is replaced by a small number, {unit} by a vehicle or machine. */
export interface InjuryStory {
  readonly text: string;
  readonly actions: string;
  readonly classification: Classification;
  readonly personType?: PersonType;
  /** OIICS 2 codes: nature, part of body, source, event. */
  readonly codes: readonly [nature: string, bodyPart: string, source: string, event: string];
  readonly task: string;
  /** Treatment of the injured person beyond first aid. */
  readonly treatment?: string;
}

export const injuries: readonly InjuryStory[] = [
  {
    text: 'Strained lower back lifting a valve actuator off the truck bed. It weighed about 38 kg and the hoist was in use at the other bay.',
    actions: 'Work stopped, seen by the site medic, hoist brought over for the rest of the load.',
    classification: 'RESTRICTED',
    codes: ['123', '322', '412', '711'],
    task: 'Unloading by hand',
    treatment: 'Physiotherapy twice a week, no lifting over 5 kg for ten days',
  },
  {
    text: 'Left index finger caught between pipe and roller, two stitches. The stand was being turned by hand when the pipe settled.',
    actions: 'Bleeding stopped, driven to the clinic, roller stand taken out of use.',
    classification: 'MEDICAL_AID',
    codes: ['132', '442', '412', '642'],
    task: 'Turning pipe',
    treatment: 'Wound sutured at the walk-in clinic, tetanus booster given',
  },
  {
    text: 'Slipped on ice between the office and the lunch trailer and landed on the right wrist. The path had not been gritted that morning.',
    actions: 'Cold pack, path gritted at once, sign put up.',
    classification: 'FIRST_AID',
    codes: ['143', '43', '66', '422'],
    task: 'Walking to the lunch trailer',
  },
  {
    text: 'Grinding spark behind the glasses, eye rinsed and swab taken. The face shield hung beside the bench.',
    actions: 'Eye rinsed for fifteen minutes, then the clinic.',
    classification: 'MEDICAL_AID',
    codes: ['197', '132', '354', '663'],
    task: 'Grinding a weld',
    treatment: 'Foreign body removed under local anaesthetic, antibiotic drops for a week',
  },
  {
    text: 'Stepped off the tailgate backwards and turned the left ankle on a chock.',
    actions: 'Ankle strapped, chocks now hang on the rail.',
    classification: 'RESTRICTED',
    codes: ['123', '52', '84', '424'],
    task: 'Loading a pickup',
    treatment: 'Ankle brace fitted, sitting work for five days',
  },
  {
    text: 'Fell two metres from the side ladder of tank {n} when a rung gave way. Broken collarbone, kept in hospital overnight.',
    actions: 'Ambulance called, ladder barricaded, all tank ladders checked the same day.',
    classification: 'LOST_TIME',
    codes: ['111', '41', '741', '433'],
    task: 'Gauging a tank',
    treatment: 'Fracture plated in surgery, one night on the ward, sling for six weeks',
  },
  {
    text: 'Hand burned by steam when the wand blew back during cleaning of vessel {n}.',
    actions: 'Cooled for twenty minutes, burn dressed at the clinic, wand locked away.',
    classification: 'MEDICAL_AID',
    codes: ['152', '44', '3327', '533'],
    task: 'Steam cleaning',
    treatment: 'Second-degree burn dressed with silver sulfadiazine, seen again after three days',
  },
  {
    text: 'Small cut to the thumb opening a crate with a box knife.',
    actions: 'Cleaned and plastered.',
    classification: 'FIRST_AID',
    codes: ['132', '442', '71', '631'],
    task: 'Opening crates',
  },
  {
    text: 'Two fingertips crushed when the dolly rolled back on the ramp; one tip was lost.',
    actions: 'First aid, ambulance, ramp closed until a stop is welded on.',
    classification: 'LOST_TIME',
    codes: ['131', '442', '86', '642'],
    task: 'Moving a compressor',
    treatment: 'Fingertip amputated at the first joint, the other one sutured',
  },
  {
    text: 'Dizzy and sick after four hours of pressure washing at 38 degrees in the shade.',
    actions: 'Moved to the cool room, water and salts, seen by the medic.',
    classification: 'FIRST_AID',
    codes: ['172', '8', '92', '531'],
    task: 'Pressure washing',
  },
  {
    text: 'Shoulder pulled when the tag line snatched as the load swung in a gust.',
    actions: 'Lift stopped, wind limit read out again to the crew.',
    classification: 'MEDICAL_AID',
    codes: ['123', '41', '431', '624'],
    task: 'Guiding a load',
    treatment: 'Rotator cuff examined by ultrasound, prescription anti-inflammatories',
  },
  {
    text: 'Hit on the hard hat by a 19 mm socket dropped from the derrick, stiff neck afterwards.',
    actions: 'Area cleared, tools aloft are on lanyards again, neck checked at the clinic.',
    classification: 'MEDICAL_AID',
    codes: ['143', '20', '71', '622'],
    task: 'Rigging up',
    treatment: 'Cervical spine X-rayed, muscle relaxant prescribed',
  },
  {
    text: 'Knee knocked against the hitch of {unit} while coupling, bruised.',
    actions: 'Cold pack, back to work after an hour.',
    classification: 'FIRST_AID',
    codes: ['143', '512', '84', '631'],
    task: 'Coupling a trailer',
  },
  {
    text: 'Crushed foot when a drum slipped off the forks; three toes broken, six weeks off.',
    actions: 'Ambulance, forks fitted with a drum clamp, drum handling stopped elsewhere.',
    classification: 'LOST_TIME',
    codes: ['111', '532', '2112', '622'],
    task: 'Moving drums',
    treatment: 'Toes splinted in the emergency department, crutches for six weeks',
  },
  {
    text: 'Splash of caustic on the forearm while changing a hose on skid {n}.',
    actions: 'Showered, sleeve cut off, burn looked at by the clinic.',
    classification: 'RESTRICTED',
    codes: ['151', '423', '11', '55'],
    task: 'Changing a hose',
    treatment: 'Chemical burn irrigated and dressed, left arm spared for two weeks',
  },
  {
    text: 'Wasp sting on the neck while opening the meter house.',
    actions: 'Cold pack, watched for an hour.',
    classification: 'FIRST_AID',
    codes: ['149', '20', '51', '131'],
    task: 'Reading meters',
  },
  {
    text: 'Driver of a delivery firm stumbled over a strap in the yard and grazed both palms.',
    actions: 'Wounds cleaned, straps cleared from the walkway.',
    classification: 'FIRST_AID',
    personType: 'CONTRACTOR',
    codes: ['141', '44', '66', '421'],
    task: 'Delivering',
  },
];

export interface PlainStory {
  readonly text: string;
  readonly actions: string;
}

export const nearMisses: readonly PlainStory[] = [
  {
    text: 'H2S alarm at 10 ppm at the separator, area cleared. Nobody had symptoms and the reading fell within minutes.',
    actions: 'Crew mustered upwind, packing nut tightened after a bump test.',
  },
  {
    text: 'Forklift reversed into the racking at Bay {n}, two pallets fell. Nobody was in the aisle; the spotter had left to open the dock door.',
    actions: 'Aisle taped off, racking unloaded above level 2, forklift tagged out.',
  },
  {
    text: 'Crane hook swung over the walkway with the barrier open.',
    actions: 'Lift stopped, barrier closed, lift plan gone through with the crew.',
  },
  {
    text: 'Pressure gauge on skid {n} showed zero while the line still held 40 bar. The valve had been opened slowly, so it hissed and nothing flew.',
    actions: 'Gauge replaced, second gauge checked before every break of containment.',
  },
  {
    text: 'Lock missing on the breaker while a mechanic was inside the mixer guard.',
    actions: 'Work stopped, lock applied, permit closed and written anew.',
  },
  {
    text: 'Unit {unit} rolled a metre in the wash bay after the driver got out.',
    actions: 'Chocked, brake adjusted, walk-round added to the wash bay sheet.',
  },
  {
    text: 'Hydraulic hose burst at the power pack, about 8 L of oil on gravel. The operator stood on the other side.',
    actions: 'Shut in, oil held with pads, hose route changed.',
  },
  {
    text: 'Sling frayed to half its width found after the lift, not before.',
    actions: 'Sling cut up, all slings in the box checked.',
  },
  {
    text: 'Grating left open over the pump pit, covered only by a tarp.',
    actions: 'Grating bolted down, tarp taken away.',
  },
  {
    text: 'Power line 4 m from the boom tip, ground guide looking at his phone.',
    actions: 'Boom lowered, spotter replaced, limit of approach marked with flags.',
  },
  {
    text: 'Ute slid off the haul road after rain, driver unhurt and the vehicle driven out.',
    actions: 'Road closed until graded.',
  },
  {
    text: 'Nitrogen bottle stood unchained beside the doorway.',
    actions: 'Chained, rack ordered for the doorway side.',
  },
  {
    text: 'Eyewash station {n} ran dry after two minutes in the weekly test.',
    actions: 'Tank refilled, valve seat renewed.',
  },
  {
    text: 'Wrench left on the rotary table, thrown against the doghouse when it turned.',
    actions: 'Rotation stopped, tool count before each start.',
  },
  {
    text: 'Scaffold tag said green, one toe board was missing on level 3.',
    actions: 'Scaffold closed, board fitted, inspector told.',
  },
  {
    text: 'Diesel smell in the sleeper trailer, heater exhaust had come loose. The monitor had not been switched on.',
    actions: 'Trailer aired, exhaust clamped, monitors now stay on.',
  },
];

export const vehicleIncidents: readonly (PlainStory & { readonly what: string })[] = [
  {
    text: 'Rock from a passing truck cracked the windshield at km 41.',
    actions: 'Driver pulled over, glass taped, booked for replacement.',
    what: 'WINDSHIELD_OR_TIRE',
  },
  {
    text: 'Unit {unit} backed into a bollard at the fuel island, bumper bent.',
    actions: 'Spotter rule for the island repeated at the morning meeting.',
    what: 'REVERSING',
  },
  {
    text: 'Deer struck at dusk north of Wonowon, radiator gone, driver unhurt.',
    actions: 'Vehicle recovered, police told, night driving plan looked at.',
    what: 'COLLISION_WITH_AN_ANIMAL',
  },
  {
    text: 'Trailer clipped the gate post when turning out of the yard.',
    actions: 'Gate widened on the left, wide-turn cone placed.',
    what: 'COLLISION_WITH_AN_OBJECT',
  },
  {
    text: 'Slid through the stop sign at the lease road on black ice, stopped in the far ditch.',
    actions: 'Recovered by winch, sanding asked for, journey plan reviewed.',
    what: 'LEFT_THE_ROAD',
  },
  {
    text: 'Rear-ended at a red light in town at walking speed, tail lamp broken.',
    actions: 'Papers exchanged, photos taken.',
    what: 'COLLISION_WITH_A_VEHICLE',
  },
  {
    text: 'Water truck {unit} tipped on its side on the soft shoulder, driver climbed out unhurt.',
    actions: 'Road closed, load pumped off, shoulder marked.',
    what: 'ROLLOVER',
  },
];

export const observations: readonly (PlainStory & { readonly what: string })[] = [
  {
    text: 'Crew stopped the lift when the tag line was missing.',
    actions: 'Thanked at the toolbox talk.',
    what: 'SAFE_BEHAVIOUR',
  },
  {
    text: 'Extension cord with damaged insulation in the wash bay.',
    actions: 'Cut off and thrown away.',
    what: 'UNSAFE_CONDITION',
  },
  {
    text: 'Everybody on the pad wore gas monitors and had bump-tested them.',
    actions: 'None needed.',
    what: 'SAFE_BEHAVIOUR',
  },
  {
    text: 'Grinder used without its guard at bench {n}.',
    actions: 'Talked to, guard fitted.',
    what: 'UNSAFE_BEHAVIOUR',
  },
  {
    text: 'Walkway to the muster point blocked by pallets.',
    actions: 'Moved within the hour.',
    what: 'UNSAFE_CONDITION',
  },
  {
    text: 'Driver walked around {unit} before moving off, cones out front and back.',
    actions: 'None needed.',
    what: 'SAFE_BEHAVIOUR',
  },
  { text: 'Fire extinguisher {n} past its yearly inspection.', actions: 'Exchanged.', what: 'UNSAFE_CONDITION' },
  { text: 'Two men carried the long ladder and called the corners.', actions: 'None needed.', what: 'SAFE_BEHAVIOUR' },
  {
    text: 'Phone used while walking through the forklift lane.',
    actions: 'Talked to on the spot.',
    what: 'UNSAFE_BEHAVIOUR',
  },
  {
    text: 'Chemical drums labelled again after the rain washed the paper off.',
    actions: 'Weatherproof labels ordered.',
    what: 'SAFE_BEHAVIOUR',
  },
  {
    text: 'Light out above the stairs to the mezzanine.',
    actions: 'Changed the same evening.',
    what: 'UNSAFE_CONDITION',
  },
];

export const talks = [
  'Hand placement around suspended loads',
  'Working in the cold',
  'Gas monitors and bump tests',
  'Backing with a spotter',
  'Lock-out before reaching in',
  'Heat and water',
  'Ladders and three points of contact',
  'Reporting what almost happened',
  'Driving at dusk',
  'Lifting with a second person',
] as const;

export const units = ['T-108', 'T-112', 'P-31', 'P-44', 'W-07', 'L-19'] as const;

export const reviewComments = [
  'Spoke with the crew; the report is complete.',
  'Photos are with the supervisor. Cause is the missing check before start.',
  'Agreed with the rating at the site meeting.',
  null,
  null,
] as const;
export const returnComments = [
  'Which hose was it, and when was it last exchanged?',
  'Say who was within ten metres when it happened.',
  'The time does not fit the shift. Look at it again.',
] as const;
export const approvalComments = ['Closed out. Lessons shared at the Monday call.', null, null, 'Good report.'] as const;

/** Sentences to people who reported an event, by a person who reviewed or approved it; each fits any event. */
export const answersToReporters = [
  'Thank you for reporting this. We talked it through with the crew at the next morning meeting.',
  'Thanks. We checked the other sites for the same thing.',
  'Well spotted. It is a topic of the next toolbox talk.',
  'I went to see the place with the supervisor. Nothing is left to do there.',
  'Thank you for writing it down so clearly. Call me if you see it again.',
] as const;

/** Why an alarm was called off. */
export const calledOffReasons = [
  'I spoke with the crew by phone: nobody is hurt, and the area is safe.',
  'The supervisor is on site and has it in hand. No one else is needed.',
] as const;

/** A near miss for a demo whose last weeks have none that could have killed. */
export const couldHaveKilled: PlainStory = {
  text: 'Joint of casing rolled off the rack while the crew stood below to fit a protector. It came down beside them.',
  actions: 'Work stopped, rack chocked on both sides, nobody stands below while pipe is moved.',
};

/** Photos that belong to stories, by the beginning of the story. */
export const photographed = [
  { begins: 'Forklift reversed into the racking', picture: 'fallen-pallets', name: 'Racking.jpg' },
  { begins: 'Hydraulic hose burst', picture: 'leaking-hose', name: 'Power pack.jpg' },
  { begins: 'Rock from a passing truck', picture: 'cracked-windshield', name: 'Windshield.jpg' },
] as const;

/**
 * Corrective actions that follow stories, by the beginning of the story; with the comments on completing one and on
 * finding it ineffective.
 */
export const actionsAfter: readonly {
  readonly begins: string;
  readonly description: string;
  readonly rootCause: string;
  readonly controlType: 'ELIMINATION' | 'SUBSTITUTION' | 'ENGINEERING' | 'ADMINISTRATIVE' | 'PPE';
  readonly done: string;
  readonly doubt: string;
}[] = [
  {
    begins: 'Forklift reversed',
    description: 'Fit end-of-aisle guards and a blue spot light to both forklifts.',
    rootCause: 'The driver could not see behind the load and had lost the spotter.',
    controlType: 'ENGINEERING',
    done: 'Guards are bolted down, lights are on both trucks.',
    doubt: 'One light was unplugged when I came by.',
  },
  {
    begins: 'Crane hook swung',
    description: 'Interlock the barrier of the walkway with the crane’s slewing brake.',
    rootCause: 'The barrier could stand open while the crane moved.',
    controlType: 'ENGINEERING',
    done: 'Interlock fitted and tried with the crane crew.',
    doubt: 'The interlock is bridged with a cable tie.',
  },
  {
    begins: 'Pressure gauge',
    description: 'Put a second gauge and a bleed valve on every skid of that series.',
    rootCause: 'A single gauge was trusted, and it stuck.',
    controlType: 'ENGINEERING',
    done: 'Four skids done, tags renewed.',
    doubt: 'Skid 3 still has one gauge.',
  },
  {
    begins: 'Lock missing',
    description: 'Give each mechanic six locks of their own and a board to hang them on.',
    rootCause: 'Locks were shared and none was at hand.',
    controlType: 'ADMINISTRATIVE',
    done: 'Boards hang in both shops, locks are handed out.',
    doubt: 'Two boards are empty again.',
  },
  {
    begins: 'Hydraulic hose',
    description: 'Put hoses on a list with their dates and exchange them every five years.',
    rootCause: 'Nobody knew how old the hose was.',
    controlType: 'ADMINISTRATIVE',
    done: 'List made, eleven hoses exchanged.',
    doubt: 'The hoses of the trailer are not on the list.',
  },
  {
    begins: 'Sling frayed',
    description: 'Colour slings by quarter and throw away what has last quarter’s colour.',
    rootCause: 'A check before the lift was left to memory.',
    controlType: 'ADMINISTRATIVE',
    done: 'Colours are on, the box was sorted.',
    doubt: 'Three slings without a colour in the box.',
  },
  {
    begins: 'Grating left open',
    description: 'Hinge the grating over the pump pit so that it cannot be taken away.',
    rootCause: 'The grating had to be lifted off to reach the pump.',
    controlType: 'ELIMINATION',
    done: 'Hinges welded on, it closes by itself.',
    doubt: 'It stands open, held by a wrench.',
  },
  {
    begins: 'Eyewash station',
    description: 'Connect the eyewash stations to the water main.',
    rootCause: 'A tank runs dry, a main does not.',
    controlType: 'SUBSTITUTION',
    done: 'Both are connected and run for fifteen minutes.',
    doubt: 'One of them gives brown water.',
  },
  {
    begins: 'Unit ',
    description: 'Paint the bays and put a bollard where drivers cannot see.',
    rootCause: 'There was nothing to steer by.',
    controlType: 'ENGINEERING',
    done: 'Painted, two bollards set.',
    doubt: 'The paint is worn off already.',
  },
  {
    begins: 'Trailer clipped',
    description: 'Widen the gate by a metre and mark the turning circle.',
    rootCause: 'The gate is narrower than the longest trailer needs.',
    controlType: 'ELIMINATION',
    done: 'Gate moved, circle painted.',
    doubt: 'Snow covers the circle.',
  },
  {
    begins: 'Nitrogen bottle',
    description: 'Set a rack with chains beside each doorway where bottles are used.',
    rootCause: 'The nearest rack was forty metres away.',
    controlType: 'ENGINEERING',
    done: 'Three racks set.',
    doubt: 'A bottle stood in front of the rack.',
  },
  {
    begins: 'Scaffold tag',
    description: 'Have scaffolds looked at by the builder and by us before a tag goes green.',
    rootCause: 'The tag was hung before level 3 was finished.',
    controlType: 'ADMINISTRATIVE',
    done: 'New tags with two names are in use.',
    doubt: 'One tag has one name.',
  },
];

/** Reports of hot work, oldest first: the reporter, and the reason if there was no permit. */
export const hotWork: readonly (PlainStory & {
  readonly reporter: string;
  readonly kind: 'WELDING' | 'CUTTING' | 'GRINDING';
  readonly withoutPermit: string | null;
})[] = [
  {
    text: 'Bracket welded to the rail of the loading dock.',
    actions: 'Blanket laid, extinguisher beside the welder.',
    reporter: 'sam',
    kind: 'WELDING',
    withoutPermit: null,
  },
  {
    text: 'Seized bolts cut off the mixer’s base plate.',
    actions: 'Grease wiped away first, two buckets of water at hand.',
    reporter: 'luis',
    kind: 'CUTTING',
    withoutPermit: 'Permit book was in the other shop; the foreman allowed it by radio.',
  },
  {
    text: 'Weld seam of the mud line ground flush.',
    actions: 'Gas measured before and after, none found.',
    reporter: 'tyler',
    kind: 'GRINDING',
    withoutPermit: null,
  },
  {
    text: 'Handrail at the separator welded anew.',
    actions: 'Drains covered, gas monitor running.',
    reporter: 'noor',
    kind: 'WELDING',
    withoutPermit: null,
  },
  {
    text: 'Old fuel stand cut up in the yard.',
    actions: 'Tank flushed and filled with water before the first cut.',
    reporter: 'marta',
    kind: 'CUTTING',
    withoutPermit: null,
  },
  {
    text: 'Fork tine edges ground after the inspection.',
    actions: 'Done outside, screens set up.',
    reporter: 'luis',
    kind: 'GRINDING',
    withoutPermit: null,
  },
  {
    text: 'Cracked step of the doghouse welded.',
    actions: 'Mats taken out, blanket over the cable tray.',
    reporter: 'tyler',
    kind: 'WELDING',
    withoutPermit: null,
  },
  {
    text: 'Pipe support cut out above the pump skid.',
    actions: 'Skid shut in and covered with wet blankets.',
    reporter: 'noor',
    kind: 'CUTTING',
    withoutPermit: 'The permit ran out at noon and the work took until one; nobody renewed it.',
  },
  {
    text: 'Hinge of the container door ground free.',
    actions: 'Straw and packing cleared away from the door.',
    reporter: 'marta',
    kind: 'GRINDING',
    withoutPermit: null,
  },
  {
    text: 'Tow hook of the crew trailer welded on.',
    actions: 'Battery disconnected, propane bottles taken away.',
    reporter: 'jack',
    kind: 'WELDING',
    withoutPermit: null,
  },
  {
    text: 'Grating of the wash bay cut to size.',
    actions: 'Sump foamed over, watch kept for an hour.',
    reporter: 'sam',
    kind: 'CUTTING',
    withoutPermit: null,
  },
];
