using Microsoft.AspNetCore.Components;

namespace Advisor.Web.Shared;

/// <summary>List of names and values; unknown ones are left out.</summary>
public sealed partial class FactList : ComponentBase
{
    [Parameter, EditorRequired]
    public required IReadOnlyList<Fact> Facts { get; set; }

    private IEnumerable<Fact> Known => Facts.Where(fact => fact.Text is not null || fact.At is not null);
}
