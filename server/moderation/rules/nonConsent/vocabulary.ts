export const person = `she|he|they|woman|women|girl|girls|wife|girlfriend|ex|
  neighbour|neighbor|colleague|coworker|guest|tenant|maid|lady|victim|someone|somebody|
  employee|secretary|student|friend|roommate|flatmate|model|who|you`
export const acquaintance = `ex|exes|exs|wife|wives|girlfriend|girlfriends|husband|boyfriend|
  neighbour|neighbours|neighbor|neighbors|colleague|colleagues|coworker|coworkers|classmate|classmates|
  women|woman|girls|tenant|tenants|guests|guest|roommate|flatmate|sister|sisters|strangers|customers|
  employee|employees|boss|teacher|secretary|stranger|housemate|lodger|cleaner|nurse|patients|students`
export const image = `picture|pictures|photo|photos|photograph|photographs|pic|pics|video|videos|vid|vids|
  nude|nudes|selfies|tape|tapes|clip|clips|footage|recording|recordings|film|films|images|snaps|film`
export const nude = "nudes|nude|naked|selfies|private|intimate|tape|sextape|tapes|bikini|topless|undressed|underwear"
export const refusal = "no|stop|stopping|dont|wait|hurt|hurts|enough|refused|nope"
export const helpless = `drunk|wasted|asleep|unconscious|hammered|stoned|sedated|blackout|sleeping|slept|sleeps|
  passed|drugged|tipsy|roofied|plastered|comatose`
export const sexualAct = `used|using|use|touched|touching|touch|undressed|undressing|undress|kissed|kissing|
  fucked|fucking|fuck|
  stripped|filmed|filming|photographed|groped|groping|climbed|mounted|fondled|fingered|raped`
export const intimatePlace = `bathroom|bathrooms|shower|showers|toilet|toilets|restroom|restrooms|
  changing|fitting|locker|sauna|dressing|ladies|washroom|loo`
