namespace Advisor.Configuration.Yaml;

/// <summary>A key that a reader asks for, whether the file has it or not; the schemas for editors are made from these.</summary>
/// <param name="Map">Path of the map, such as <c>resources[2]</c>; empty for the document.</param>
internal sealed record KeyRead(string Map, string Key, bool IsRequired, ValueForm Form);

/// <summary>Form of a value.</summary>
internal abstract record ValueForm
{
    /// <summary>A single value with a form of its own: the schema has a pattern for it.</summary>
    public static readonly ValueForm Text = new TextForm();

    public static readonly ValueForm Map = new MapForm();

    public static readonly ValueForm Boolean = new BooleanForm();

    public sealed record TextForm : ValueForm;

    public sealed record MapForm : ValueForm;

    public sealed record BooleanForm : ValueForm;

    /// <summary>A number in [Min, Max].</summary>
    public sealed record Number(double Min, double Max, bool IsWhole) : ValueForm;

    /// <summary>One of several words, read without case.</summary>
    public sealed record Words(IEnumerable<string> Known) : ValueForm;

    public sealed record ListOf(ValueForm Item) : ValueForm;
}
