namespace Advisor.Web.Resource;

/// <summary>Shows a snooze in force, and the button to end it.</summary>
public sealed partial class SnoozeSection : ViewComponent<SnoozeView>
{
    internal const string Return = "It returns when the current or the recommended size changes by more than 10 %.";
}
