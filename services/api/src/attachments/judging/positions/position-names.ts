/**
 * Names of properties that say where a picture was taken, whatever their namespace: coordinates, altitudes and places.
 * Matches `exif:GPSLatitude`, `drone-dji:LRFTargetLat`, `geo:long`, `photoshop:City`, `com.apple.quicktime.location.name`.
 */
const COORDINATES = /gps|latitude|longt?itude|coordinates?$|iso6709|altitude|^geo(?!metr)|geotag|footprintwkt/i;
const SHORT_COORDINATES = /^(?:lat|lon|long|lng|alt|lat_long)$|[a-z](?:Lat|Lon|Lng|Alt)$/;
const PLACES =
  /(?:^|\.)location(?:\.|$)|^(?:city|state|country|county|province|provincestate|stateprovince|countrycode|countryname|municipality|locality|verbatimlocality|sublocation|location(?:created|shown|id|name)|worldregion|landmark)$/i;

/** @param name without its prefix. */
export const isPositionName = (name: string): boolean =>
  COORDINATES.test(name) || SHORT_COORDINATES.test(name) || PLACES.test(name);

const SAYS_POSITION = /gps|latitude|longt?itude|\$G[PNL](?:GGA|RMC|GLL)|geotag/i;

/** Whether a text of unknown form seems to say where something is. */
export const saysPosition = (text: string): boolean => SAYS_POSITION.test(text);

const BYTES_SAY_POSITION = /latitude|longt?itude|gps(?:lat|lon|alt|info|pos|coord)|\$G[PNL](?:GGA|RMC|GLL)/i;

/** Like `saysPosition`, for bytes read as Latin-1, in which short words occur by chance. */
export const saysPositionInBytes = (text: string): boolean => BYTES_SAY_POSITION.test(text);
