import com.helger.ubl21.UBL21Marshaller;
import com.helger.xml.schema.XMLSchemaCache;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.Templates;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMResult;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import net.sf.saxon.TransformerFactoryImpl;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * Asks the schemas of UBL 2.1 and Peppol's own rules of JP PINT, shared and aligned, what they say of files. The first
 * argument is the rules' version, the second a file whose lines are {@code KIND PATH}, where KIND is pint-jp,
 * pint-jp-ntr or pint-jp-sb. The answer is a line for each: {@code PASS PATH}, or {@code FAIL PATH: RULE TEXT | …}.
 */
public final class JudgeJpPint {
  private static final String SVRL = "http://purl.oclc.org/dsdl/svrl";
  private static final List<String> RULES =
      List.of("PINT-UBL-validation-preprocessed", "PINT-jurisdiction-aligned-rules");

  private final String version;
  private final TransformerFactory transformers = new TransformerFactoryImpl();
  private final Map<String, Templates> compiled = new HashMap<>();
  private final Schema schema = XMLSchemaCache.getInstance().getSchema(UBL21Marshaller.getAllInvoiceXSDs());

  private JudgeJpPint(String version) {
    this.version = version;
  }

  public static void main(String[] arguments) throws Exception {
    var judge = new JudgeJpPint(arguments[0]);
    for (String line : Files.readAllLines(Path.of(arguments[1]))) {
      int space = line.indexOf(' ');
      var path = new File(line.substring(space + 1));
      var broken = judge.ask(line.substring(0, space), path);
      System.out.println(broken.isEmpty() ? "PASS " + path : "FAIL " + path + ": " + String.join(" | ", broken));
    }
  }

  private List<String> ask(String kind, File path) throws Exception {
    var broken = new ArrayList<String>();
    try {
      schema.newValidator().validate(new StreamSource(path));
    } catch (SAXException error) {
      broken.add("UBL-Invoice-2.1.xsd " + error.getMessage());
    }
    for (String name : RULES) {
      NodeList failed = asked(kind, name, path).getElementsByTagNameNS(SVRL, "failed-assert");
      for (int index = 0; index < failed.getLength(); index++) {
        var assertion = (Element) failed.item(index);
        broken.add(assertion.getTextContent().strip().replaceAll("\\s+", " "));
      }
    }
    return broken;
  }

  /** The rules' report of a file; one in which no rule was fired is no judgement. */
  private Document asked(String kind, String name, File path) throws Exception {
    var factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    var report = factory.newDocumentBuilder().newDocument();
    rules(kind, name).newTransformer().transform(new StreamSource(path), new DOMResult(report));
    if (report.getElementsByTagNameNS(SVRL, "fired-rule").getLength() == 0) {
      throw new IllegalStateException(name + " of " + kind + " had nothing to say of " + path);
    }
    return report;
  }

  private Templates rules(String kind, String name) throws Exception {
    String resource = "external/schematron/" + kind + "/" + version + "/xslt/" + name + ".xslt";
    if (!compiled.containsKey(resource)) {
      try (var text = JudgeJpPint.class.getClassLoader().getResourceAsStream(resource)) {
        if (text == null) throw new IllegalStateException("the rules have no " + resource);
        compiled.put(resource, transformers.newTemplates(new StreamSource(text)));
      }
    }
    return compiled.get(resource);
  }
}
