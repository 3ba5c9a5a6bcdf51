/** Found even when split into pieces: "chi ld", "un d er ag e". */
export const splitWords = new Set(
  `teen teens teenager child children underage underaged loli lolita schoolgirl preteen toddler minors infant kids
  jailbait`.split(/\s+/),
)
/** Pairs of words that only happen to form one of them. */
export const coincidences = new Set(["tee n", "lol i", "kid s"])

/** Long enough to be found through any spacing without matching by chance. */
export const spacedOut =
  /schoolgirl|jailbait|lolicon|shotacon|childporn|pedophil|paedophil|preteengirl|underagegirl|teengirl/
export const maxSpacedOutLength = 16

/** Nobody writes these with look-alike signs but to hide them. */
export const spelledAges = new Set("eleven twelve thirteen fourteen fifteen sixteen seventeen".split(" "))

/** Words in other scripts. */
export const foreignWords = [
  ...["несовершеннолет", "малолет", "школьни", "девочк", "мальчик", "детск", "дети", "подрост", "тинейдж", "ребен"],
  ...["小女孩", "小男孩", "女童", "小学女生", "女兒童", "儿童", "小孩", "萝莉", "蘿莉", "幼女", "未成年"],
  ...["小学生", "小學生", "中学生", "中學生", "女子高生", "女子校生", "ロリ", "少女"],
  ...["초등학", "중학생", "어린이", "미성년", "여고생", "여중생"],
  ...["طفل", "ילדה"],
]
export const foreignAge = "(?<![0-9])(?:[0-9]|1[0-7])(?:лет|год|岁|歲|才|歳|세|살)"
