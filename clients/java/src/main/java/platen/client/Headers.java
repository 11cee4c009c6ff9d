package platen.client;

import java.net.http.HttpHeaders;

/** The headers of an answer. */
record Headers(HttpHeaders all) {
  /** Null where it is not there. */
  String text(String name) {
    return all.firstValue(name).orElse(null);
  }

  /** 0 where it is not there. */
  long number(String name) {
    var number = numberMaybe(name);
    return number == null ? 0 : number;
  }

  /** Null where it is not there, or no number. */
  Long numberMaybe(String name) {
    var text = text(name);
    try {
      return text == null ? null : Long.valueOf(text);
    } catch (NumberFormatException thrown) {
      return null;
    }
  }
}
