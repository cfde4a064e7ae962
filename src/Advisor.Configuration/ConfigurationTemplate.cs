namespace Advisor.Configuration;

/// <summary>Commented advisor.yaml written by <c>advisor init</c>. It loads as it is, and with all of its examples enabled.</summary>
public static class ConfigurationTemplate
{
    private const string Resource = "templates/advisor.yaml";

    /// <summary>Text of the template, with line feeds.</summary>
    public static string Text { get; } = Read();

    private static string Read()
    {
        using var stream =
            typeof(ConfigurationTemplate).Assembly.GetManifestResourceStream(Resource)
            ?? throw new InvalidOperationException("The program was built without its template of advisor.yaml.");
        using var reader = new StreamReader(stream);
        return reader.ReadToEnd().ReplaceLineEndings("\n");
    }
}
