// The example of the form of all types, made of the records that codegen wrote, as JSON on standard output.
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import forms.OrderForm;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.Base64;
import java.util.List;

public final class Main {
  private static final String PIXEL =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=";

  public static void main(String[] args) throws Exception {
    var moment = OffsetDateTime.parse("2026-10-31T09:30:00+09:00");
    var first =
        new OrderForm.ItemsEntry(
            "ねじ",
            2L,
            OrderForm.ItemsRate.N_10,
            List.of(new OrderForm.ItemsPartsEntry("a"), new OrderForm.ItemsPartsEntry("b")),
            List.of("x"));
    var second =
        new OrderForm.ItemsEntry(
            "ばね",
            4L,
            OrderForm.ItemsRate.N_8,
            List.of(new OrderForm.ItemsPartsEntry("c")),
            List.of("y", "z"));
    var data =
        new OrderForm(
            "A-0417",
            "至急",
            3,
            2L,
            BigInteger.ONE,
            new BigDecimal("100.5"),
            new BigDecimal("1.5"),
            true,
            null,
            LocalDate.of(2026, 10, 31),
            null,
            LocalTime.of(9, 30),
            null,
            moment,
            null,
            OrderForm.Kind.様,
            OrderForm.Rate.N_8,
            Base64.getDecoder().decode(PIXEL),
            null,
            "A",
            "ねじ",
            "ばね",
            null,
            "x",
            "100-0001",
            "100-0002",
            new OrderForm.Customer("株式会社山本", null),
            null,
            List.of(first, second),
            List.of("甲", "乙"),
            null,
            List.of(new BigDecimal("1.5")),
            List.of(OrderForm.Kinds.A),
            List.of(moment),
            null);
    var mapper = new ObjectMapper().registerModule(new JavaTimeModule());
    var text = mapper.writeValueAsString(data);
    System.out.write((text + "\n").getBytes(StandardCharsets.UTF_8));
    System.out.flush();
  }
}
