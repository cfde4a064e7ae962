namespace Advisor.Configuration.Resources;

/// <summary>Tag or setting of a resource that could not be used and was ignored.</summary>
/// <param name="ResourceId">Id of the resource.</param>
/// <param name="Source">Name of the tag, or of the setting of advisor.yaml.</param>
/// <param name="Reason">One sentence: the error and the valid form.</param>
public sealed record SettingsProblem(string ResourceId, string Source, string Reason)
{
    public override string ToString() => $"{ResourceId}: {Source}: {Reason}";
}
