namespace Advisor.Configuration.Yaml;

/// <summary>Reads the code of a currency (ISO 4217).</summary>
internal static class CurrencyCode
{
    /// <summary>Three capital letters; the list of currencies changes, so none is refused that could be one.</summary>
    public static string Parse(string text, out string? reason)
    {
        reason =
            text.Length == 3 && text.All(char.IsAsciiLetterUpper)
                ? null
                : $"'{text}' is not a currency code of three capital letters, such as USD.";
        return text;
    }
}
