import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.adk.skills.LocalSkillSource;
import dev.langchain4j.skills.FileSystemSkillLoader;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springaicommunity.agent.tools.SkillsTool;
import org.springaicommunity.agent.utils.Skills;

/**
 * The skills that a framework for agents makes of a folder of skills: `java SkillsOf.java FRAMEWORK FOLDER`, with the frameworks on the
 * class path. Prints one JSON object, name -> description, as the framework hands them to a model.
 */
public class SkillsOf {
  public static void main(String[] words) throws Exception {
    Path folder = Path.of(words[1]);
    Map<String, String> found = new LinkedHashMap<>();
    switch (words[0]) {
      case "langchain4j" -> FileSystemSkillLoader.loadSkills(folder).forEach((one) -> found.put(one.name(), one.description()));
      case "google-adk" ->
          new LocalSkillSource(folder).listFrontmatters().blockingGet().forEach((name, one) -> found.put(one.name(), one.description()));
      case "spring-ai" -> Skills.loadDirectory(folder.toString()).forEach((one) -> found.put(one.name(), String.valueOf(one.frontMatter().get("description"))));
      default -> throw new IllegalArgumentException(words[0]);
    }
    System.out.println(new ObjectMapper().writeValueAsString(found));
  }
}
