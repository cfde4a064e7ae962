namespace Advisor.Cli.Inputs;

/// <summary>Validates text for the audit trail: author or reason.</summary>
internal static class AuditText
{
    private const int MaxLength = 500;

    /// <exception cref="CommandException">The text is empty or too long.</exception>
    public static string Validate(string option, string text) =>
        text.Trim() is { Length: > 0 and <= MaxLength } trimmed
            ? trimmed
            : throw CommandException.CreateUsage($"{option} must be a text of 1 to {MaxLength} characters.");

    /// <summary>Returns the author of a change: the one of <c>--author</c>, or the user of this machine.</summary>
    /// <exception cref="CommandException">The text is empty or too long.</exception>
    public static string FindAuthor(CliContext cli, string? given) =>
        Validate("--author", given ?? cli.Environment("USER") ?? cli.Environment("USERNAME") ?? "unknown");
}
