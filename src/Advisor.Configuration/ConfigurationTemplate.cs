namespace Advisor.Configuration;

/// <summary>The commented advisor.yaml that <c>advisor init</c> writes. It loads as it is, and with all of its examples in use.</summary>
public static class ConfigurationTemplate
{
    private const string Resource = "templates/advisor.yaml";

    /// <summary>Its text, with line feeds.</summary>
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
