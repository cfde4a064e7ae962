namespace Advisor.Web.Shared;

/// <summary>A row of a list of facts; left out when neither text nor time is known.</summary>
public sealed record Fact(string Name, string? Text)
{
    /// <summary>Value, if it is a time.</summary>
    public DateTimeOffset? At { get; init; }

    /// <summary>Second line in smaller type: the full value of which <see cref="Text"/> is the end.</summary>
    public string? Detail { get; init; }

    /// <summary>Whether this is the most important fact for the reader.</summary>
    public bool IsStrong { get; init; }

    public Tone Tone { get; init; }

    public static Fact CreateTime(string name, DateTimeOffset? at) => new(name, null) { At = at };
}
