namespace Advisor.Pages.Shared;

/// <summary>A row of a list of facts; left out where neither a text nor a time is known.</summary>
public sealed record Fact(string Name, string? Text)
{
    /// <summary>The value where it is a time.</summary>
    public DateTimeOffset? At { get; init; }

    /// <summary>A second line, smaller: the whole of what <see cref="Text"/> says the end of.</summary>
    public string? Detail { get; init; }

    /// <summary>Whether it is what the reader came for.</summary>
    public bool IsStrong { get; init; }

    public Tone Tone { get; init; }

    public static Fact Time(string name, DateTimeOffset? at) => new(name, null) { At = at };
}
