using Advisor.Core.Quantities;
using Microsoft.AspNetCore.Components;

namespace Advisor.Pages.Shared;

/// <summary>Shows an amount such as "98.20 USD a month", or "price not known".</summary>
public sealed partial class MoneyAmount : ComponentBase
{
    [Parameter, EditorRequired]
    public Money? Monthly { get; set; }

    private string Text => Monthly is { } known ? $"{known} a month" : "price not known";
}
